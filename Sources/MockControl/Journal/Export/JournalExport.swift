import ConsolePlatform
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The journal as a file, written a batch at a time.
struct JournalExport: Sendable {
    /// The most entries written at once, and about the most bytes of them, so that an export that nobody reads holds
    /// little; an entry is never parted.
    private static let largestBatch = 100
    private static let batchBytes = 262_144

    let parties: JournalPartyStore
    let rules: JournalRules
    /// Version of this program.
    let version: String

    /// Entries as lines of JSON, the latest first.
    ///
    /// - Parameters:
    ///   - finding: The entries.
    ///   - permit: Held until the export is written or given up.
    /// - Returns: The answer.
    func lines(of finding: JournalArchive.Finding, with permit: LimiterPermit) -> Response {
        let content = ResponseBody { writer in
            try await eachBatch(of: finding.entries) { entries, names in
                try await writer.write(
                    try ByteBuffer.lines(entries.map { JournalEntryBody($0, names, isWhole: true) }))
            }
            try await writer.finish(nil)
            withExtendedLifetime(permit) {}
        }
        return attachment(content, finding, named: "journal.ndjson", type: "application/x-ndjson")
    }

    /// Requests as an HTTP archive, the oldest first, as readers of such files expect.
    ///
    /// An archive has no form for a connection on which no request could be read.
    ///
    /// - Parameters:
    ///   - finding: The entries.
    ///   - permit: Held until the export is written or given up.
    /// - Returns: The answer.
    func archive(of finding: JournalArchive.Finding, with permit: LimiterPermit) -> Response {
        let content = ResponseBody { writer in
            try await writer.write(ByteBuffer(string: try head(finding)))
            var isFirst = true
            try await eachBatch(of: finding.entries.filter(\.isRequest).reversed()) { entries, names in
                var buffer = ByteBuffer()
                for entry in entries {
                    // A line of its own, without the break at its end.
                    var line = try ByteBuffer.lines([HAREntry(entry, names)])
                    buffer.writeString(isFirst ? "\n" : ",\n")
                    if var rest = line.readSlice(length: line.readableBytes - 1) { buffer.writeBuffer(&rest) }
                    isFirst = false
                }
                try await writer.write(buffer)
            }
            try await writer.write(ByteBuffer(string: "\n]}}\n"))
            try await writer.finish(nil)
            withExtendedLifetime(permit) {}
        }
        return attachment(content, finding, named: "journal.har", type: "application/json")
    }

    /// The beginning of an archive, up to its first entry.
    private func head(_ finding: JournalArchive.Finding) throws -> String {
        let comment = try finding.notice(rules).map { notice in
            #""comment":\#(String(decoding: try JSONEncoder().encode(notice), as: UTF8.self)),"#
        }
        return
            #"{"log":{"version":"1.2","creator":{"name":"MockUEM","version":"\#(version)"},\#(comment ?? "")"entries":["#
    }

    private func eachBatch(
        of entries: [JournalEntry], _ write: ([JournalEntry], JournalNames) async throws -> Void
    ) async throws {
        var rest = entries[...]
        while !rest.isEmpty {
            let some = Array(Self.batch(of: rest))
            try await write(some, try await parties.names(for: some))
            rest = rest.dropFirst(some.count)
        }
    }

    /// The first of some entries: as many as are written at once.
    static func batch(of entries: ArraySlice<JournalEntry>) -> ArraySlice<JournalEntry> {
        var bytes = 0
        let some = entries.prefix(largestBatch).prefix { entry in
            bytes += entry.byteCount
            return bytes <= batchBytes
        }
        return some.isEmpty ? entries.prefix(1) : some
    }

    private func attachment(
        _ content: ResponseBody, _ finding: JournalArchive.Finding, named name: String, type: String
    ) -> Response {
        var response = Response.attachment(content, named: name, type: type)
        if finding.mayBeIncomplete, let field = HTTPField.Name("x-journal-incomplete") {
            response.headers[field] = "\(finding.census.evicted) evicted"
        }
        return response
    }
}
