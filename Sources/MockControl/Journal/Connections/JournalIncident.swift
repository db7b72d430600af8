import ConsolePlatform
import HTTPTypes
import NIOCore

/// What went wrong with a connection, as its entry of the journal has it (MockControl, "Connections").
package struct JournalIncident: Hashable, Sendable {
    /// What went wrong.
    package let kind: BrokenConnection.Kind
    /// What to do about it, in a sentence.
    package let advice: String
    /// What the library for TLS or HTTP says of it; nil if it says nothing.
    package let cause: String?
    /// The alert by which a client left a handshake; nil if there was none.
    package let alert: String?
    /// The name that the client asked for (SNI); nil if it sent none.
    package let serverName: String?
    /// How many connections like it have no entry of their own; 0 if it is about one connection.
    package var more = 0
}

/// Makes entries of connections that came to nothing.
struct IncidentRecorder: Sendable {
    /// The most bytes kept of what could not be read.
    private static let unreadableBytes = 512

    let rules: JournalRules
    let memory: JournalMemory
    let clock: ConsoleClock
    /// Counts what has no entry of its own.
    let tally = IncidentTally()
    /// The customer whose base URL has a name or a port; nil for the console's own.
    let home: @Sendable (_ name: String, _ port: Int?) -> Int64?

    /// Writes the entry of a connection that came to nothing, or counts it among others like it; it belongs to the base
    /// URL that it was made to.
    @Sendable func record(_ broken: BrokenConnection) {
        guard rules.isOn else { return }
        let groupID = home(broken.serverName ?? "", broken.port)
        let network = ClientNetwork(of: broken.address)
        let likeness = IncidentTally.Likeness(
            network: network.address, site: network.site, groupID: groupID, kind: broken.kind, advice: broken.advice)
        let now = clock.machine
        tally.admit(likeness, at: now) {
            _ = memory.add(draft(of: broken, advice: broken.advice, groupID: groupID, at: now))
        } count: { place, count in
            let advice = Self.advice(count.more, from: place.network, broken.advice)
            let make = draft(of: broken, advice: advice, more: count.more, groupID: groupID, at: now)
            if let id = count.entryID, memory.replace(id, make) { return id }
            return memory.add(make).id
        }
    }

    /// What an entry says that many connections are counted in.
    private static func advice(_ more: Int, from network: String, _ advice: String) -> String {
        let who = network.isEmpty ? "many addresses" : network
        return "… and \(more) more like it from \(who) within ten minutes. \(advice)"
    }

    /// What makes an entry of a connection with its id.
    private func draft(
        of broken: BrokenConnection, advice: String, more: Int = 0, groupID: Int64?, at now: Timestamp
    ) -> (Int64) -> JournalEntry {
        var parties = JournalParties()
        parties.incident = JournalIncident(
            kind: broken.kind, advice: advice, cause: broken.cause, alert: broken.alert,
            serverName: broken.serverName, more: more)
        parties.groupID = groupID
        parties.customerID = groupID
        let head = HTTPRequest(method: .none, scheme: broken.scheme, authority: broken.serverName, path: nil)
        var request = JournalRequest(head: head, body: .none)
        let kept = rules.secrets == .redact ? Self.firstWords(of: broken.bytes) : broken.bytes
        request.body.append(kept, limit: Self.unreadableBytes)
        request.isRedacted = kept.readableBytes < broken.bytes.readableBytes
        let response = JournalResponse(
            head: HTTPResponse(status: .init(code: broken.status)), body: .none, failure: nil)
        let connection = JournalConnection(
            address: broken.address, scheme: broken.scheme, httpVersion: broken.httpVersion, port: broken.port)
        let texts = [advice, broken.cause, broken.serverName].compactMap(\.self)
        let byteCount = JournalEntry.byteCount(request, response) + texts.reduce(0) { $0 + $1.utf8.count }
        return { [request, parties] id in
            JournalEntry(
                id: id, arrivedAt: now, duration: 0, connection: connection, request: request, response: response,
                parties: parties, byteCount: byteCount)
        }
    }

    /// The first line up to its query, since nobody knows where secrets stand in what cannot be read.
    private static func firstWords(of bytes: ByteBuffer) -> ByteBuffer {
        let ends = [UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "?")]
        let count = bytes.readableBytesView.prefix { !ends.contains($0) }.count
        return bytes.getSlice(at: bytes.readerIndex, length: count) ?? ByteBuffer()
    }
}

extension HTTPRequest.Method {
    /// What stands for the method of a connection on which no request could be read.
    static let none = HTTPRequest.Method("-") ?? .connect
}
