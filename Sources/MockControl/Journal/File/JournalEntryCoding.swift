import ConsolePlatform
import Foundation
import HTTPTypes
import NIOCore
import NIOFoundationCompat

/// An entry as bytes, for the file of the journal: texts and bytes with their lengths before them.
///
/// Written for every request, so that it has to be cheap; ``JournalFile/version`` changes with it.
enum JournalEntryCoding {
    /// The bytes of an entry, without what was left out of it.
    static func encode(_ entry: JournalEntry) -> Data {
        var buffer = EntryBytes(capacity: entry.byteCount)
        buffer.write(entry.arrivedAt.milliseconds)
        buffer.write(entry.duration)
        for text in [entry.connection.address, entry.connection.scheme, entry.connection.httpVersion] {
            buffer.write(text)
        }
        let tls = entry.connection.tls
        for text in [tls?.version, tls?.protocolName, tls?.serverName] { buffer.write(optional: text) }
        buffer.write(optional: entry.connection.port.map(Int64.init))
        write(entry.request, to: &buffer)
        write(entry.response, to: &buffer)
        write(entry.parties, to: &buffer)
        write(entry.changes, to: &buffer)
        return Data(buffer.bytes)
    }

    private static func write(_ request: JournalRequest, to buffer: inout EntryBytes) {
        buffer.write(request.head.method.rawValue)
        for text in [request.head.scheme, request.head.authority, request.head.path] { buffer.write(optional: text) }
        buffer.write(request.head.headerFields)
        buffer.write(request.body)
        buffer.write(request.isRedacted ? 1 : 0)
    }

    private static func write(_ response: JournalResponse, to buffer: inout EntryBytes) {
        buffer.write(Int64(response.head.status.code))
        buffer.write(response.head.status.reasonPhrase)
        buffer.write(response.head.headerFields)
        buffer.write(response.body)
        buffer.write(optional: response.failure)
        buffer.write(response.isRedacted ? 1 : 0)
    }

    private static func write(_ parties: JournalParties, to buffer: inout EntryBytes) {
        buffer.write(parties.requestID)
        for id in [
            parties.groupID, parties.customerID, parties.deviceID, parties.userID, parties.replayOf,
        ] { buffer.write(optional: id) }
        let texts: [String?] = [
            parties.route, parties.device, parties.bundle, parties.user, parties.administrator, parties.refusal,
            parties.refusalCode, parties.fault,
        ]
        for text in texts { buffer.write(optional: text) }
        buffer.write(Int64(parties.details.count))
        for text in parties.details { buffer.write(text) }
        let incident = parties.incident
        let words: [String?] = [
            incident?.kind.rawValue, incident?.advice, incident?.cause, incident?.alert, incident?.serverName,
        ]
        for text in words { buffer.write(optional: text) }
        buffer.write(Int64(incident?.more ?? 0))
        buffer.write(parties.isVerified ? 1 : 0)
    }

    /// The entry with an id, read from bytes.
    ///
    /// - Throws: ``Broken`` if they are not those of one.
    static func decode(_ data: Data, id: Int64) throws -> JournalEntry {
        var buffer = ByteBuffer(data: data)
        let arrivedAt = Timestamp(milliseconds: try buffer.readNumber())
        let duration = try buffer.readNumber()
        var connection = JournalConnection(
            address: try buffer.readText(), scheme: try buffer.readText(), httpVersion: try buffer.readText())
        connection.tls = try tls(&buffer)
        connection.port = try buffer.readOptionalNumber().flatMap { Int(exactly: $0) }
        let request = try request(&buffer)
        let response = try response(&buffer)
        let parties = try parties(&buffer)
        let changes = try changes(&buffer)
        guard buffer.readableBytes == 0 else { throw Broken() }
        return JournalEntry(
            id: id, arrivedAt: arrivedAt, duration: duration, connection: connection, request: request,
            response: response, parties: parties,
            byteCount: JournalEntry.byteCount(request, response) + changes.byteCount, changes: changes)
    }

    private static func tls(_ buffer: inout ByteBuffer) throws -> TLSFacts? {
        let version = try buffer.readOptionalText()
        let (name, server) = (try buffer.readOptionalText(), try buffer.readOptionalText())
        return version.map { TLSFacts(version: $0, protocolName: name, serverName: server) }
    }

    private static func incident(_ buffer: inout ByteBuffer) throws -> JournalIncident? {
        let kind = try buffer.readOptionalText().flatMap(BrokenConnection.Kind.init)
        let advice = try buffer.readOptionalText()
        let cause = try buffer.readOptionalText()
        let (alert, server) = (try buffer.readOptionalText(), try buffer.readOptionalText())
        let more = Int(clamping: try buffer.readNumber())
        return kind.map {
            JournalIncident(
                kind: $0, advice: advice ?? "", cause: cause, alert: alert, serverName: server, more: more)
        }
    }

    private static func request(_ buffer: inout ByteBuffer) throws -> JournalRequest {
        guard let method = HTTPRequest.Method(try buffer.readText()) else { throw Broken() }
        var head = HTTPRequest(method: method, scheme: nil, authority: nil, path: nil)
        head.scheme = try buffer.readOptionalText()
        head.authority = try buffer.readOptionalText()
        head.path = try buffer.readOptionalText()
        head.headerFields = try buffer.readFields()
        let body = try buffer.readBody()
        return JournalRequest(head: head, body: body, isRedacted: try buffer.readNumber() == 1)
    }

    private static func response(_ buffer: inout ByteBuffer) throws -> JournalResponse {
        let code = try buffer.readNumber()
        guard (0...999).contains(code) else { throw Broken() }
        let status = HTTPResponse.Status(code: Int(code), reasonPhrase: try buffer.readText())
        let head = HTTPResponse(status: status, headerFields: try buffer.readFields())
        let body = try buffer.readBody()
        let failure = try buffer.readOptionalText()
        return JournalResponse(head: head, body: body, failure: failure, isRedacted: try buffer.readNumber() == 1)
    }

    private static func parties(_ buffer: inout ByteBuffer) throws -> JournalParties {
        var parties = JournalParties()
        parties.requestID = try buffer.readText()
        parties.groupID = try buffer.readOptionalNumber()
        parties.customerID = try buffer.readOptionalNumber()
        parties.deviceID = try buffer.readOptionalNumber()
        parties.userID = try buffer.readOptionalNumber()
        parties.replayOf = try buffer.readOptionalNumber()
        parties.route = try buffer.readOptionalText()
        parties.device = try buffer.readOptionalText()
        parties.bundle = try buffer.readOptionalText()
        parties.user = try buffer.readOptionalText()
        parties.administrator = try buffer.readOptionalText()
        parties.refusal = try buffer.readOptionalText()
        parties.refusalCode = try buffer.readOptionalText()
        parties.fault = try buffer.readOptionalText()
        parties.details = try (0..<buffer.readCount()).map { _ in try buffer.readText() }
        parties.incident = try incident(&buffer)
        parties.isVerified = try buffer.readNumber() == 1
        return parties
    }

    /// Bytes that are no entry.
    struct Broken: Error {}
}

extension ByteBuffer {
    mutating func readNumber() throws -> Int64 {
        guard let number = readInteger(as: Int64.self) else { throw JournalEntryCoding.Broken() }
        return number
    }

    /// How many of something follow; each takes a byte at least.
    mutating func readCount() throws -> Int {
        let count = try readNumber()
        guard count >= 0, count <= readableBytes else { throw JournalEntryCoding.Broken() }
        return Int(count)
    }

    mutating func readOptionalNumber() throws -> Int64? { try readNumber() == 0 ? nil : try readNumber() }

    mutating func readText() throws -> String {
        guard let text = try readOptionalText() else { throw JournalEntryCoding.Broken() }
        return text
    }

    mutating func readOptionalText() throws -> String? {
        guard let count = readInteger(as: Int32.self) else { throw JournalEntryCoding.Broken() }
        guard count != -1 else { return nil }
        guard count >= 0, let text = readString(length: Int(count)) else { throw JournalEntryCoding.Broken() }
        return text
    }

    fileprivate mutating func readFields() throws -> HTTPFields {
        var fields = HTTPFields()
        for _ in 0..<(try readCount()) {
            guard let name = HTTPField.Name(try readText()) else { throw JournalEntryCoding.Broken() }
            fields.append(HTTPField(name: name, value: try readText()))
        }
        return fields
    }

    fileprivate mutating func readBody() throws -> CapturedBody {
        let byteCount = try readNumber()
        let isTruncated = try readNumber() == 1
        guard byteCount >= 0, let bytes = readSlice(length: try readCount()) else { throw JournalEntryCoding.Broken() }
        return CapturedBody(bytes: bytes, byteCount: Int(byteCount), isTruncated: isTruncated)
    }
}
