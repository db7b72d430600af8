import DeviceProtocol
import DeviceSimulator
import Foundation
import Testing

@testable import ConsoleTestSupport

/// What a console has acknowledged, and who waits for that.
actor Acknowledgements {
    /// Transaction identifiers of beacons, by device.
    private(set) var beacons: [DeviceIdentifier: Set<String>] = [:]
    /// First lines of logs, by device.
    private(set) var logs: [DeviceIdentifier: Set<String>] = [:]
    /// How many there are.
    private(set) var count = 0
    /// Whether failures are to be expected from now on.
    private(set) var isOver = false
    private var waiter: (count: Int, continuation: CheckedContinuation<Void, Never>)?

    /// Notes an acknowledged record.
    func note(_ name: String, isLog: Bool, of device: DeviceIdentifier) {
        if isLog { logs[device, default: []].insert(name) } else { beacons[device, default: []].insert(name) }
        count += 1
        guard let waiter, count >= waiter.count else { return }
        isOver = true
        self.waiter = nil
        waiter.continuation.resume()
    }

    /// Says that nothing more is going to be acknowledged.
    func end() {
        isOver = true
        waiter?.continuation.resume()
        waiter = nil
    }

    /// Returns when so many are acknowledged; failures are to be expected from then on.
    func wait(for target: Int) async {
        if count < target, !isOver { await withCheckedContinuation { waiter = (target, $0) } }
        isOver = true
    }

    /// Takes what others have noted.
    func merge(_ other: Acknowledgements) async {
        let (moreBeacons, moreLogs) = (await other.beacons, await other.logs)
        beacons.merge(moreBeacons) { $0.union($1) }
        logs.merge(moreLogs) { $0.union($1) }
        count += moreBeacons.values.map(\.count).reduce(0, +) + moreLogs.values.map(\.count).reduce(0, +)
    }
}

/// A record under test: its text follows from its name.
struct NamedRecord: Sendable {
    let name: String
    let isLog: Bool
    /// Bytes of text beside the name.
    let size: Int

    /// The text of the log.
    var text: String { "\(name)\n\(String(repeating: "x", count: size))" }

    /// The beacon, with its filler where the console keeps it and does not look at it.
    func beacon(of device: DeviceIdentifier) -> Data {
        Data(
            """
            {"payLoad":{"DeviceIdentifier":"\(device)","Name":"Durable","TransactionIdentifier":"\(name)"},\
            "filler":"\(String(repeating: "x", count: size))"}
            """.utf8)
    }

    /// Sends it.
    ///
    /// - Returns: The status of the answer.
    func send(from client: SimulatedClient) async throws -> Int {
        let json = [(name: "Content-Type", value: "application/json; charset=utf-8")]
        guard isLog else {
            return try await client.sendAuthenticated(
                ClientRequest(
                    method: "POST", target: "/deviceservices/AirWatchBeacon.svc/checkin", headers: json,
                    body: beacon(of: client.device))
            ).status
        }
        let upload = LogUpload(header: LogUploadHeader(bundle: client.bundle, appVersion: "1.0"), text: text)
        return try await client.sendAuthenticated(
            ClientRequest(
                method: "POST", target: "/deviceservices/awmdmsdk/v1/platform/2/uid/\(client.device)/logging",
                headers: json, body: try upload.encoded())
        ).status
    }
}

extension BinaryConsole {
    private struct ListedBeacon: Decodable {
        let report: Report
    }

    private struct Report: Decodable {
        struct PayLoad: Decodable {
            let TransactionIdentifier: String
        }
        let payLoad: PayLoad
    }

    private struct ListedLog: Decodable {
        let id: Int
        let byteCount: Int
    }

    /// An app on a device of its own that has signed in.
    func signedInClient(_ number: Int, _ transport: @escaping HTTPTransport) async throws -> SimulatedClient {
        let identifier = try #require(DeviceIdentifier("d00d\(String(number, radix: 16))"))
        let bundle = try #require(BundleIdentifier(ready["bundleId", default: ""]))
        var client = SimulatedClient(device: identifier, bundle: bundle, authority: authority, transport: transport)
        let answer = try await client.logIn(
            username: ready["user", default: ""], password: ready["password", default: ""],
            organizationGroup: ready["groupId"])
        #expect(answer.status == .success)
        return client
    }

    /// Expects every acknowledged record to be there, once and whole.
    ///
    /// More of a device may be there than acknowledged: requests under way when the console died.
    ///
    /// - Parameters:
    ///   - acknowledged: What has to be there.
    ///   - unanswered: How many more of a device there may be.
    ///   - transport: The way to the console.
    /// - Returns: How many more there were.
    /// - Throws: What reading throws.
    @discardableResult
    func expectEverything(
        in acknowledged: Acknowledgements, unanswered: Int, _ transport: HTTPTransport
    ) async throws -> Int {
        var more = 0
        for (device, names) in await acknowledged.beacons {
            let kept = try await beaconNames(of: device, transport)
            more += expect(names, in: kept, unanswered: unanswered, "beacons of \(device)")
        }
        for (device, names) in await acknowledged.logs {
            let kept = try await logNames(of: device, transport)
            more += expect(names, in: kept, unanswered: unanswered, "logs of \(device)")
        }
        return more
    }

    private func expect(_ names: Set<String>, in kept: [String], unanswered: Int, _ what: String) -> Int {
        let missing = names.subtracting(kept)
        #expect(missing.isEmpty, "\(missing.count) of \(names.count) acknowledged \(what) are lost")
        #expect(Set(kept).count == kept.count, "some \(what) are there twice")
        #expect(kept.count - names.count <= unanswered, "more \(what) than were sent")
        return kept.count - names.count
    }

    private func beaconNames(of device: DeviceIdentifier, _ transport: HTTPTransport) async throws -> [String] {
        try await list("/_mock/devices/\(device)/beacons", of: ListedBeacon.self, transport).map { beacon in
            beacon.report.payLoad.TransactionIdentifier
        }
    }

    /// Names of the logs whose texts are whole.
    private func logNames(of device: DeviceIdentifier, _ transport: HTTPTransport) async throws -> [String] {
        let logs = try await list("/_mock/devices/\(device)/logs", of: ListedLog.self, transport)
        var names: [String] = []
        for log in logs {
            let data = try await send("/_mock/devices/\(device)/logs/\(log.id)", transport)
            let text = String(decoding: data, as: UTF8.self)
            let name = String(text.prefix { $0 != "\n" })
            let size = log.byteCount - name.utf8.count - 1
            #expect(text == NamedRecord(name: name, isLog: true, size: size).text, "a log is not whole")
            names.append(name)
        }
        return names
    }
}
