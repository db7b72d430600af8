package import ConsolePlatform
package import HTTPTypes

/// The `Host` fields of a request beside its authority (RFC 9112, section 3.2; RFC 9113, section 8.3.1).
///
/// A request that names two hosts means one to whoever stands before this console, and the other one to it.
package enum HostFields {
    /// A request whose authority is what its only `Host` field says, where it has no other one: over HTTP/2 a field may
    /// stand for `:authority`.
    static func settled(_ head: HTTPRequest) -> HTTPRequest {
        guard head.authority == nil else { return head }
        let hosts = head.headerFields[values: .host]
        guard hosts.count == 1 else { return head }
        var head = head
        head.authority = hosts[0]
        head.headerFields[.host] = nil
        return head
    }

    /// Why nobody can say which host a request is for; nil if that is clear, or it names none.
    package static func problem(of head: HTTPRequest) -> ConsoleError? {
        let hosts = head.headerFields[values: .host]
        guard let host = hosts.first else { return nil }
        if hosts.count == 1, !host.isEmpty, host.lowercased() == head.authority?.lowercased() { return nil }
        return ConsoleError(.badRequest, "A request has to name one host, the same in its address and in Host.")
    }
}
