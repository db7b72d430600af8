import ConsoleModel
import ConsolePlatform
import Foundation
import HTTPTypes
import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

#if os(Linux)
    /// Where requests are held against faults.
    struct FaultStageTests {
        /// Says how much less the thread counts that asks it.
        private final class Probe: FaultSource {
            let isLong: Bool
            private let seen = NIOLockedValueBox<[Int32]>([])

            init(isLong: Bool) { self.isLong = isLong }

            var niceness: [Int32] { seen.withLockedValue { $0 } }
            var isWatching: Bool { true }

            func isLong(for parties: JournalParties, in groups: GroupTree) -> Bool { isLong }

            func ruling(on subject: any MatchSubject, in groups: GroupTree) -> FaultRuling? {
                let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
                seen.withLockedValue { $0.append(own) }
                return nil
            }
        }

        @Test func `Large bodies and long matchers are looked at on threads that give way`() async throws {
            try await withConsole { console in
                let core = console.parts.core
                let (quick, long) = (Probe(isLong: false), Probe(isLong: true))
                let stage = FaultStage(
                    sources: [quick, long], rules: FaultRules(perCustomer: 1, seconds: 1, bodyBytes: 65_536),
                    origins: RequestOrigins(core), groups: GroupTreeStore(database: core.database), clock: core.clock,
                    connection: { _, _ in JournalConnection() },
                    refusals: { _, _, _ in ConsoleError(.badRequest, "") }, works: PatientWorks(width: 1))
                for count in [PatientWorks.largeBody - 1, PatientWorks.largeBody] {
                    var body = CapturedBody.none
                    body.append(ByteBuffer(repeating: 0x61, count: count), limit: 65_536)
                    let pending = PendingRequest(
                        matchedHead: HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/"),
                        matchedBody: body, arrivedAt: core.clock.machine,
                        connection: JournalConnection(address: "192.0.2.1"), parties: JournalParties())
                    let ruling = await stage.ruling(on: pending)
                    #expect(ruling == nil)
                }
                let apart = try await PatientThread.run {
                    getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
                }
                #expect(quick.niceness.count == 2 && quick.niceness.first != apart && quick.niceness.last == apart)
                #expect(long.niceness == [apart, apart])
            }
        }
    }
#endif
