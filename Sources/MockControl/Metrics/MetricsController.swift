import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation
import HTTPTypes
import Hummingbird

/// Figures for Prometheus (Metrics).
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/metrics` | all figures as text |
struct MetricsController: Sendable {
    let scrape: MetricsScrape
    let rules: MetricsRules
    /// Checks credentials of administrators.
    let signIn: AdminSignIn

    func addRoutes(to router: some RouterMethods<PageContext>) {
        router.get("/metrics", use: metrics)
    }

    private func metrics(_ request: Request, context: PageContext) async throws -> Response {
        try await admit(request, from: context.sender)
        return .text(try await scrape.text(), type: PrometheusText.mediaType)
    }

    /// Lets in whoever has the token, and administrators of everything.
    ///
    /// - Throws: ``ConsoleError`` `unauthorized`, `forbidden`, or `tooManyRequests` after many failures.
    private func admit(_ request: Request, from sender: SignInSender) async throws {
        let header = request.headers[.authorization] ?? ""
        let scheme = header.prefix { $0 != " " }.lowercased()
        let value = header.dropFirst(scheme.count).trimmingCharacters(in: .whitespaces)
        if scheme == "bearer", rules.accepts(value) { return }
        let identity = try await identity(scheme, value, request.headers[.tenantCode], from: sender)
        guard identity.subtree.isWhole else {
            throw ConsoleError(
                .forbidden, "Figures are of the whole console: this needs an administrator of all of it.")
        }
    }

    private func identity(
        _ scheme: String, _ value: String, _ tenantCode: String?, from sender: SignInSender
    ) async throws -> AdministratorIdentity {
        do {
            switch scheme {
            case "basic" where !value.isEmpty:
                return try await signIn.administrator(
                    basic: value, tenantCode: tenantCode, isCodeNeeded: false, from: sender)
            case "bearer" where !value.isEmpty: return try await signIn.bearer(value, from: sender)
            default:
                throw ConsoleError(
                    .unauthorized, "Send credentials of an administrator, or the token of metrics.token as Bearer.")
            }
        } catch var error as ConsoleError where error.code == .unauthorized {
            error.headers["WWW-Authenticate"] = "\(AdminAuthenticator.basicChallenge), Bearer realm=\"MockUEM\""
            throw error
        }
    }
}
