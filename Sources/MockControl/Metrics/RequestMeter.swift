import ConsoleHTTP
import ConsolePlatform
import HTTPTypes
import Hummingbird
import Metrics
import NIOConcurrencyHelpers
import NIOCore

/// Counts requests and how long they took.
package final class RequestMeter: Sendable {
    private struct Key: Hashable {
        let method: String
        let route: String
        let status: Int
    }

    private struct Handles {
        let requests: Counter
        let durations: Timer
    }

    /// What stands in place of a path that matched no route.
    static let unmatched = "unmatched"
    private static let methods: Set<HTTPRequest.Method> = [
        .get, .head, .post, .put, .delete, .connect, .options, .trace, .patch,
    ]

    private let registry: MetricRegistry
    /// Routes that are logins, or hand out tokens, in lower case.
    private let logins: Set<String>
    private let handles = NIOLockedValueBox<[Key: Handles]>([:])

    /// A meter.
    ///
    /// - Parameters:
    ///   - registry: Where figures are kept.
    ///   - logins: Routes that are logins, or hand out tokens.
    package init(_ registry: MetricRegistry, logins: [String]) {
        self.registry = registry
        self.logins = Set(logins.map { $0.lowercased() })
    }

    /// Counts a request that was answered.
    func note(_ request: Request, _ notes: ExchangeNotes, status: Int, since began: NIODeadline) {
        let facts = notes.facts
        let isKnown = Self.methods.contains(request.method)
        let key = Key(
            method: isKnown ? request.method.rawValue : "other", route: facts.route ?? Self.unmatched, status: status)
        let handles = handles(key)
        handles.requests.increment()
        handles.durations.recordNanoseconds((NIODeadline.now() - began).nanoseconds)
        let isLogin = request.method == .post && facts.route.map { logins.contains($0.lowercased()) } ?? false
        guard isLogin || facts.refusal != nil else { return }
        let surface = ConsoleSurface(of: request)
        if let refusal = facts.refusal {
            count(ConsoleMetrics.refusals, surface, code: refusal.code.rawValue)
        }
        let outcome = facts.refusal?.code.rawValue ?? facts.reason?.code ?? "ok"
        if isLogin { count(ConsoleMetrics.logins, surface, code: outcome) }
    }

    /// The handles of a method, route and status; made once, since that is what takes time.
    private func handles(_ key: Key) -> Handles {
        if let known = handles.withLockedValue({ $0[key] }) { return known }
        let route = [("method", key.method), ("route", key.route)]
        let made = Handles(
            requests: Counter(
                label: ConsoleMetrics.requests.name, dimensions: route + [("status", "\(key.status)")],
                factory: registry),
            durations: Timer(label: ConsoleMetrics.durations.name, dimensions: route, factory: registry))
        handles.withLockedValue { $0[key] = made }
        return made
    }

    private func count(_ family: MetricFamily, _ surface: ConsoleSurface, code: String) {
        Counter(
            label: family.name, dimensions: [("surface", "\(surface)"), ("code", code)], factory: registry
        ).increment()
    }
}
