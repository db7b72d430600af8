package import Foundation

/// Makes requests for somebody else: looks at the URL, at every address its host has, and again at each redirect.
package struct OutgoingClient: Sendable {
    let policy: OutgoingPolicy
    let network: OutgoingNetwork
    let limits: OutgoingLimits
    /// Whose certificates are taken.
    var trust = OutgoingTrust()

    /// Made of its parts.
    package init(
        policy: OutgoingPolicy, network: OutgoingNetwork, limits: OutgoingLimits,
        trust: OutgoingTrust = OutgoingTrust()
    ) {
        self.policy = policy
        self.network = network
        self.limits = limits
        self.trust = trust
    }

    /// Redirects that keep method and body; a 303 would turn a delivery into a question, and is not followed.
    private static let redirects: Set<Int> = [301, 302, 307, 308]

    /// Refuses a target a request would not be made to, as far as that can be told now.
    ///
    /// A name that has no address now may have one later, so only its form is looked at then.
    ///
    /// - Returns: The URL.
    /// - Throws: ``OutgoingRefusal``.
    @discardableResult
    package func check(_ text: String) async throws -> OutgoingURL {
        let url = try OutgoingURL(text)
        try policy.check(url)
        guard url.address == nil, let addresses = try? await resolved(url.host), !addresses.isEmpty else { return url }
        try policy.check(addresses, of: url)
        return url
    }

    /// Sends a request and follows redirects.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - text: The URL.
    ///   - headers: Header fields; `Authorization` goes to the origin of the URL only.
    ///   - body: The body.
    /// - Returns: The answer, and where it came from.
    /// - Throws: ``OutgoingRefusal`` for a target that is not allowed, ``OutgoingFailure`` if no answer comes,
    ///   `CancellationError`.
    package func send(
        _ method: String, _ text: String, headers: [(name: String, value: String)], body: Data
    ) async throws -> (response: OutgoingResponse, url: OutgoingURL) {
        try await within(limits.total) {
            var url = try OutgoingURL(text)
            let home = url.origin
            for _ in 0...limits.redirects {
                let address = try await address(of: url)
                let fields = headers.filter { url.origin == home || $0.name.lowercased() != "authorization" }
                let request = OutgoingRequest(
                    method: method, url: url, headers: fields, body: body, limits: limits, trust: trust)
                let response = try await network.send(request, address)
                guard Self.redirects.contains(response.status), limits.redirects > 0,
                    let location = response.headers["location"]
                else { return (response, url) }
                let next = try url.resolving(location)
                guard url.scheme == "http" || next.scheme == "https" else {
                    throw OutgoingRefusal("a redirect leads from https to http")
                }
                url = next
            }
            throw OutgoingRefusal("there are more than \(limits.redirects) redirects")
        }
    }

    /// An address to connect to, of those that were all checked.
    private func address(of url: OutgoingURL) async throws -> IPAddress {
        try policy.check(url)
        if let address = url.address { return address }
        let addresses = try await network.resolve(url.host)
        try policy.check(addresses, of: url)
        guard let first = addresses.first else { throw OutgoingRefusal("\(url.host) has no address") }
        return first
    }

    private func resolved(_ host: String) async throws -> [IPAddress] {
        try await within(limits.connect) { try await network.resolve(host) }
    }

    /// Gives up after some seconds of this machine, whatever the console's clock says.
    private func within<Value: Sendable>(
        _ seconds: Int64, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: .seconds(seconds))
                return nil
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() ?? nil else {
                throw OutgoingFailure("no answer within \(seconds) seconds")
            }
            return value
        }
    }
}
