import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import NIOFoundationCompat
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// What operators and their tools ask.
struct OperationsTests {
    @Test(arguments: [HTTPRequest.Method.get, .head])
    func `The process is alive before it is ready`(method: HTTPRequest.Method) async throws {
        try await withConsole { console in
            for isStopping in [false, true] {
                if isStopping { console.console.readiness.stop() }
                let (alive, ready) = (
                    try await console.send(method, "/livez"), try await console.send(method, "/readyz")
                )
                #expect(alive.status == .ok)
                #expect(ready.status == .serviceUnavailable)
            }
        }
    }

    @Test func `The certificate to trust can be fetched, and no key`() async throws {
        try await withConsole { console in
            let answer = try await console.send(.get, "/ca.pem")
            let kept = FileManager.default.contents(atPath: console.console.trustAnchorPath)
            #expect(Data(buffer: answer.body) == kept)
            #expect(answer.text.hasPrefix("-----BEGIN CERTIFICATE-----"))
            #expect(!answer.text.contains("PRIVATE"))
            #expect(answer.headers[.contentDisposition]?.contains("mockuem-ca.pem") == true)
        }
    }

    @Test func `Who waits for the listeners goes on when the console stops`() async throws {
        let readiness = Readiness()
        async let waiting: Void = readiness.waitUntilListening()
        readiness.stop()
        await waiting
        #expect(readiness.ports == nil)
        #expect(!readiness.isReady)
    }
}
