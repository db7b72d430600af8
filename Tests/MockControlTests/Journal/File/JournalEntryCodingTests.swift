import ConsolePlatform
import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import MockControl

/// Entries as bytes.
struct JournalEntryCodingTests {
    /// Changes with every kind of value.
    private static let rows: [RowChange] = [
        RowChange(
            table: "device", id: 12, key: nil, kind: .update,
            columns: [
                .init(name: "a", before: .null, after: .integer(-5)),
                .init(name: "b", before: .real(2.5), after: .text("ä", isCut: true)),
                .init(name: "c", before: .bytes(17), after: .secret),
            ], isCut: true),
        RowChange(
            table: "setting", id: 0, key: "3/x", kind: .insert,
            columns: [.init(name: "d", before: nil, after: .text("", isCut: false))], isCut: false),
        RowChange(table: "beacon", id: 1, key: nil, kind: .delete, columns: [], isCut: false),
    ]

    /// An entry in which nothing is left out.
    private static func full() throws -> JournalEntry {
        var head = HTTPRequest(method: .patch, scheme: "https", authority: "console:443", path: "/a%20b?c=d")
        head.headerFields = [.accept: "a", .userAgent: "Ünicode"]
        head.headerFields.append(HTTPField(name: .accept, value: "second"))
        let body = CapturedBody(bytes: ByteBuffer(bytes: [0, 0xff, 1]), byteCount: 900)
        var parties = JournalParties()
        parties.requestID = "abc-1"
        parties.route = "/a/{b}"
        parties.groupID = 8
        parties.customerID = 7
        parties.deviceID = 3
        parties.device = "d"
        parties.bundle = "com.example"
        parties.userID = 4
        parties.replayOf = 12
        parties.user = "dana"
        parties.administrator = "admin"
        parties.refusal = "No."
        parties.refusalCode = "unauthorized"
        parties.details = ["one", "two"]
        parties.incident = JournalIncident(
            kind: .handshake, advice: "Trust it.", cause: "an error", alert: "unknown_ca", serverName: "console",
            more: 17_800)
        parties.isVerified = true
        let request = JournalRequest(head: head, body: body, isRedacted: true)
        let status = HTTPResponse.Status(code: 418, reasonPhrase: "I'm a teapot")
        let response = JournalResponse(
            head: HTTPResponse(status: status, headerFields: [.contentType: "text/plain"]),
            body: JournalWorld.body("short"), failure: "broke off")
        let changes = RowChanges(rows: rows, more: 3)
        return JournalEntry(
            id: 17, arrivedAt: Timestamp(milliseconds: 1_772_706_030_123), duration: 1250,
            connection: JournalConnection(
                address: "::1", scheme: "https", httpVersion: "HTTP/2",
                tls: TLSFacts(version: "TLSv1.3", protocolName: "h2", serverName: "console"), port: 9001),
            request: request, response: response, parties: parties,
            byteCount: JournalEntry.byteCount(request, response) + changes.byteCount, original: request,
            changes: changes)
    }

    private func expectEqual(_ read: JournalEntry, _ entry: JournalEntry) {
        #expect(read.id == entry.id && read.arrivedAt == entry.arrivedAt && read.duration == entry.duration)
        #expect(read.connection == entry.connection)
        #expect(read.request == entry.request)
        #expect(read.response == entry.response)
        #expect(read.parties == entry.parties)
        #expect(read.changes == entry.changes)
        #expect(read.original == nil)
    }

    @Test func `An entry is read as it was written, without what was left out of it`() throws {
        let entry = try Self.full()
        let read = try JournalEntryCoding.decode(JournalEntryCoding.encode(entry), id: 17)
        expectEqual(read, entry)
        #expect(read.byteCount == entry.byteCount)
        #expect(read.request.body.isTruncated && !read.response.body.isTruncated)
        let short = JournalWorld.entry(3)
        expectEqual(try JournalEntryCoding.decode(JournalEntryCoding.encode(short), id: 3), short)
    }

    @Test func `Bytes that break off, go on or say nonsense are no entry`() throws {
        let data = JournalEntryCoding.encode(try Self.full())
        for length in 0..<data.count {
            #expect(throws: JournalEntryCoding.Broken.self) {
                try JournalEntryCoding.decode(data.prefix(length), id: 1)
            }
        }
        #expect(throws: JournalEntryCoding.Broken.self) { try JournalEntryCoding.decode(data + [0], id: 1) }
        for place in data.indices {
            var damaged = data
            damaged[place] ^= 0xff
            // Whatever it reads as, it ends.
            _ = try? JournalEntryCoding.decode(damaged, id: 1)
        }
    }
}
