import GRDB
import Testing

@testable import AdminServices
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Settings of event notifications (Configuration), and when a unit of work queues deliveries.
struct NotificationSettingsTests {
    static let hosts = ConfigurationKey.notificationsAllowedHosts
    static let ports = ConfigurationKey.notificationsAllowedPorts

    @Test(arguments: [
        (hosts, "10.0.0.0/99"), (hosts, "http://a.test"), (hosts, "a.test,*"), (ports, "https"), (ports, "443,0"),
    ])
    func `A setting that cannot be used is refused by its name`(key: ConfigurationKey, value: String) {
        var settings: ConfigurationSettings = [:]
        settings[key] = value
        let error = #expect(throws: ConfigurationError.self) { try ConsoleConfiguration.test(settings) }
        #expect(error?.description.contains(key.name) == true)
    }

    @Test func `By default the internet is reached, and nothing inside`() throws {
        let notifications = try ConsoleConfiguration.test().notifications
        #expect(notifications.policy.allowsInside == false && notifications.attempts == 10)
        #expect(notifications.limits == OutgoingLimits())
        let url = try OutgoingURL("https://[2606:2800::1]:8443/")
        #expect(throws: Never.self) { try notifications.policy.check(url) }
    }

    @Test func `Hosts, ports and times can be set`() throws {
        let notifications = try ConsoleConfiguration.test([
            \.notificationsAllowPrivateTargets: "true", \.notificationsAllowedHosts: "*.example.test,127.0.0.0/8",
            \.notificationsAllowedPorts: "443,8443", \.notificationsTimeout: "30", \.notificationsConnectTimeout: "7",
            \.notificationsRedirects: "0", \.notificationsAttempts: "1",
        ]).notifications
        let limits = OutgoingLimits(connect: 7, total: 30, redirects: 0)
        #expect(notifications.limits == limits && notifications.attempts == 1)
        let allowed = try OutgoingURL("http://127.0.0.1:8443/")
        #expect(throws: Never.self) { try notifications.policy.check(allowed) }
        let refused = try OutgoingURL("https://10.0.0.1/")
        #expect(throws: OutgoingRefusal.self) { try notifications.policy.check(refused) }
    }

    @Test func `Switches are kept by name, and what is not known is left out`() {
        let all = Set(NotificationChoice.allCases)
        #expect(NotificationChoice.read(NotificationChoice.stored(all)) == all)
        #expect(NotificationChoice.read("Wipe  Dance Delete") == [.wipe, .delete])
        let ids = NotificationKind.allCases.map { $0.eventID(isDesktop: false) }
        #expect(Set(ids).count == ids.count)
        #expect(NotificationKind.enrollment.eventID(isDesktop: true) == 170)
        #expect(Set(NotificationKind.allCases.map(\.choice)) == all)
    }

    @Test func `A unit of work that cannot be closed is rolled back, alone`() async throws {
        struct Stop: Error {}
        try await withTemporaryFolder { folder in
            try await MigratedDatabase.shared.copy(to: "\(folder)/test.sqlite")
            let database = try ConsoleDatabase.open(
                at: "\(folder)/test.sqlite", options: .init(synchronous: .off, check: .none),
                migrations: Migration.embedded(), logger: Surroundings.test().logger
            ) { transaction in
                let rows = try Int.fetchOne(transaction.db, sql: "SELECT COUNT(*) FROM deviceChange") ?? 0
                if rows > 1 { throw Stop() }
            }
            let insert = "INSERT INTO deviceChange (deviceId, formerGroupId, kind) VALUES (1, 7, 'x')"
            try await database.running {
                try await database.write { try $0.db.execute(sql: insert) }
                await #expect(throws: Stop.self) {
                    try await database.write { try $0.db.execute(sql: insert) }
                }
                let rows = try await database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM deviceChange") }
                #expect(rows == 1)
            }
        }
    }

    /// Targets of a customer.
    private static func targets(_ ids: Int64..., of customer: Int64 = 1) -> [NotificationLanes.Target] {
        ids.map { NotificationLanes.Target(id: $0, customer: customer) }
    }

    private static func begin(_ id: Int64, of customer: Int64 = 1, _ lanes: NotificationLanes) -> Bool {
        lanes.begin(NotificationLanes.Target(id: id, customer: customer))
    }

    @Test func `Targets are taken by one at a time, in the order of asking`() async {
        let lanes = NotificationLanes(limit: 4)
        #expect(Self.begin(1, lanes) && !Self.begin(1, lanes) && Self.begin(2, lanes) && !Self.begin(3, lanes))
        lanes.leave(2)
        #expect(Self.begin(3, lanes))
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await lanes.enter(1)
                lanes.leave(1)
            }
            lanes.leave(1)
            await group.waitForAll()
        }
        lanes.leave(3)
        #expect(Self.begin(1, lanes) && Self.begin(3, lanes))
    }

    @Test func `Targets that somebody asked for take no place of those with something due`() async {
        let lanes = NotificationLanes(limit: 2)
        for id in 1...3 as ClosedRange<Int64> { await lanes.enter(id) }
        #expect(!Self.begin(1, lanes) && Self.begin(4, lanes) && !Self.begin(5, lanes))
        for id in 1...3 as ClosedRange<Int64> { lanes.leave(id) }
        #expect(!Self.begin(5, lanes))
        lanes.leave(4)
        #expect(Self.begin(5, lanes))
    }

    @Test func `A place that is handed to somebody who asked is free for what is due`() async {
        let lanes = NotificationLanes(limit: 2)
        #expect(Self.begin(1, lanes))
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await lanes.enter(1) }
            while lanes.waiting == 0 { await Task.yield() }
            lanes.leave(1)
            await group.waitForAll()
        }
        #expect(!Self.begin(1, lanes) && Self.begin(2, lanes))
        lanes.leave(1)
        lanes.leave(2)
        #expect(Self.begin(1, lanes) && !Self.begin(2, lanes))
    }

    @Test func `One customer has half of the places, and the one served longest ago is next`() {
        let lanes = NotificationLanes(limit: 4)
        let waiting = Self.targets(1, 2, 3, of: 1) + Self.targets(4, 5, 6, of: 2) + Self.targets(7, of: 3)
        #expect(lanes.inTurn(waiting, among: waiting).filter(lanes.begin).map(\.id) == [1, 2, 4, 5])
        lanes.leave(1)
        // 3 was never served, and yet it is the turn of the third customer.
        #expect(lanes.inTurn(waiting, among: waiting).filter(lanes.begin).map(\.id) == [7])
        lanes.leave(7)
        lanes.leave(4)
        #expect(lanes.inTurn(waiting, among: waiting).filter(lanes.begin).map(\.id) == [3, 7])
    }

    @Test func `Of one customer who was served longest ago is next, and new targets come first`() {
        let lanes = NotificationLanes(limit: 4)
        func turn(_ due: [NotificationLanes.Target], _ waiting: [NotificationLanes.Target]) -> [Int64] {
            lanes.inTurn(due, among: waiting).map(\.id)
        }
        let (three, four) = (Self.targets(1, 2, 3), Self.targets(1, 2, 3, 4))
        #expect(turn(Self.targets(3, 1, 2), three) == [1, 2, 3])
        for id in [1, 3] as [Int64] {
            #expect(Self.begin(id, lanes))
            lanes.leave(id)
        }
        #expect(turn(four, four) == [2, 4, 1, 3])
        #expect(turn(Self.targets(2, 4), four) == [2, 4], "1 and 3 wait for another attempt")
        #expect(turn(four, four) == [2, 4, 1, 3], "their turns are remembered")
        #expect(turn(Self.targets(2), Self.targets(2, 3)) == [2])
        #expect(turn(three, three) == [1, 2, 3], "1 had nothing waiting meanwhile")
    }
}
