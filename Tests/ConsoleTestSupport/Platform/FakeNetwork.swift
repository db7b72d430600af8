import Foundation
import NIOConcurrencyHelpers

@testable import ConsolePlatform

/// A network of a test: names have the addresses it says, requests are kept and answered by a script.
final class FakeNetwork: Sendable {
    typealias Script = @Sendable (OutgoingRequest, IPAddress) async throws -> OutgoingResponse

    private struct State {
        var names: [String: [[String]]] = [:]
        var requests: [(request: OutgoingRequest, address: IPAddress)] = []
        var script: Script = { _, _ in FakeNetwork.answer() }
    }

    private let state = NIOLockedValueBox(State())

    /// Names with their addresses.
    init(_ names: [String: [String]] = ["hook.example.test": ["93.184.216.34"]]) {
        state.withLockedValue { $0.names = names.mapValues { [$0] } }
    }

    /// Gives a name other addresses at each question; the last ones stay.
    func name(_ host: String, _ addresses: [String]...) {
        state.withLockedValue { $0.names[host] = addresses }
    }

    /// Answers from now on.
    func respond(_ script: @escaping Script) {
        state.withLockedValue { $0.script = script }
    }

    /// What was sent, and where to.
    var requests: [(request: OutgoingRequest, address: IPAddress)] { state.withLockedValue { $0.requests } }

    /// The network as the console takes it.
    var network: OutgoingNetwork {
        OutgoingNetwork(
            resolve: { host in
                let texts = self.state.withLockedValue { state in
                    var answers = state.names[host] ?? []
                    let next = answers.first
                    if answers.count > 1 { answers.removeFirst() }
                    state.names[host] = answers
                    return next
                }
                guard let texts else { throw OutgoingFailure("\(host) has no address") }
                return texts.compactMap { IPAddress($0) }
            },
            send: { request, address in
                let script = self.state.withLockedValue { state in
                    state.requests.append((request, address))
                    return state.script
                }
                return try await script(request, address)
            })
    }

    /// An answer.
    static func answer(_ status: Int = 200, _ headers: [String: String] = [:], _ body: String = "") -> OutgoingResponse
    {
        OutgoingResponse(status: status, headers: headers, body: Data(body.utf8))
    }
}

extension OutgoingRequest {
    /// The value of a header field.
    func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }

    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }
}
