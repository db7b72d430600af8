import DeviceProtocol
import Foundation

/// The web view in which a user signs in by SAML (DeviceServices, section 7.4).
extension SimulatedApp {
    /// Pages and redirects a user has the patience for.
    private static let maximumPages = 10

    /// Signs in on a page of the console's own.
    ///
    /// - Returns: The token at the end of the page; nil if there is none, which is noted.
    mutating func signInOnPage(_ url: String) async -> String? {
        do {
            return try await browse(url)
        } catch {
            outcome.overlook(error)
            return nil
        }
    }

    private func browse(_ url: String) async throws -> String {
        guard let start = WebTarget(url, from: "/"), start.isSameHost(as: setup.authority) else {
            throw ClientFailure(.unexpectedResponse, "the sign-in page \(url) is not on the console")
        }
        var request = ClientRequest(method: "GET", target: start.target)
        var cookies: [String: String] = [:]
        var hasTyped = false
        for _ in 1...Self.maximumPages {
            let sent = Self.adding(cookies, to: request)
            let response = try await wire.transport()(sent)
            Self.keepCookies(of: response, in: &cookies)
            if let location = response.headers["location"], (300..<400).contains(response.status) {
                if let token = try Self.token(in: location, scheme: setup.scheme) { return token }
                request = ClientRequest(method: "GET", target: try target(location, from: request.target))
                continue
            }
            guard var form = SignInForm(page: String(decoding: response.body, as: UTF8.self)) else {
                throw ClientFailure(.unexpectedResponse, "the sign-in page has no form (status \(response.status))")
            }
            if form.asksForPassword {
                guard !hasTyped else { throw ClientFailure(.unexpectedResponse, "the sign-in page asks again") }
                form.fill(username: setup.user.username, password: setup.user.password)
                hasTyped = true
            }
            request = try submission(of: form, on: request.target)
        }
        throw ClientFailure(.unexpectedResponse, "the sign-in pages never end")
    }

    private func target(_ url: String, from current: String) throws -> String {
        guard let next = WebTarget(url, from: current), next.isSameHost(as: setup.authority) else {
            throw ClientFailure(.unexpectedResponse, "the sign-in page leads away from the console")
        }
        return next.target
    }

    private func submission(of form: SignInForm, on page: String) throws -> ClientRequest {
        let target = try target(form.action.isEmpty ? page : form.action, from: page)
        guard form.method == "POST" else {
            return ClientRequest(method: "GET", target: target.prefix { $0 != "?" } + "?" + form.encoded)
        }
        return ClientRequest(
            method: "POST", target: target, headers: [("Content-Type", "application/x-www-form-urlencoded")],
            body: Data(form.encoded.utf8))
    }

    /// The token of a redirect to the app; the host is compared without case, the parameter with.
    private static func token(in location: String, scheme: String) throws -> String? {
        let start = "\(scheme)://samlauthentication?"
        guard location.lowercased().hasPrefix(start.lowercased()) else { return nil }
        let pairs = location.dropFirst(start.count).split(separator: "&").map { $0.split(separator: "=") }
        guard let pair = pairs.first(where: { $0.first == "token" }), pair.count == 2 else {
            throw ClientFailure(.unexpectedResponse, "the sign-in page hands over no token, or one with = in it")
        }
        return pair[1].removingPercentEncoding ?? String(pair[1])
    }

    private static func adding(_ cookies: [String: String], to request: ClientRequest) -> ClientRequest {
        var request = request
        let text = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        if !text.isEmpty { request.headers.append(("Cookie", text)) }
        return request
    }

    private static func keepCookies(of response: ClientResponse, in cookies: inout [String: String]) {
        guard let text = response.headers["set-cookie"] else { return }
        let pair = text.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
        if pair.count == 2 { cookies[String(pair[0])] = String(pair[1]) }
    }
}
