import Foundation
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Reading ZIP archives.
struct ZIPArchiveTests {
    static let long = String(repeating: "All work and no play. ", count: 20_000)

    static func contents(_ bytes: [UInt8], limit: Int = 1 << 20) throws -> [String: String] {
        try withFile(bytes) { path in
            let archive = try ZIPArchive(path: path)
            var found: [String: String] = [:]
            try archive.forEachEntry { entry in
                found[entry.name] = String(
                    decoding: try archive.contents(of: entry, limit: limit), as: UTF8.self)
            }
            return found
        }
    }

    @Test(arguments: [false, true], [false, true])
    func `Stored and deflated entries are read, with and without ZIP64`(isDeflated: Bool, isZIP64: Bool) throws {
        var entry = ZIPWriter.Entry("folder/a.txt", text: Self.long, deflated: isDeflated)
        entry.isZIP64 = isZIP64
        var writer = ZIPWriter([.init("folder/", text: ""), entry, .init("ü", text: "")])
        writer.isZIP64 = isZIP64
        writer.comment = Array("PK and more".utf8)
        #expect(
            try Self.contents(try writer.bytes()) == ["folder/": "", "folder/a.txt": Self.long, "ü": ""])
    }

    @Test(arguments: [false, true])
    func `Sizes may stand behind the data`(isDeflated: Bool) throws {
        var entry = ZIPWriter.Entry("a", text: Self.long, deflated: isDeflated)
        entry.hasDataDescriptor = true
        #expect(
            try Self.contents(try ZIPWriter([entry, .init("b", text: "b")]).bytes()) == ["a": Self.long, "b": "b"])
    }

    @Test func `An archive without entries is read`() throws {
        #expect(try Self.contents(try ZIPWriter([]).bytes()).isEmpty)
    }

    /// What Python makes: its own ZIP64, compression and data descriptors.
    @Test(arguments: ["ZIP_STORED", "ZIP_DEFLATED"], ["plain", "zip64", "stream"])
    func `Archives that Python made are read`(method: String, kind: String) throws {
        let script = """
            import io, sys, zipfile
            class Stream(io.RawIOBase):
                def __init__(self): self.data = bytearray()
                def writable(self): return True
                def write(self, piece): self.data += piece; return len(piece)
            out = Stream() if "\(kind)" == "stream" else io.BytesIO()
            with zipfile.ZipFile(out, "w", zipfile.\(method)) as archive:
                for name in ("Payload/X.app/a", "b"):
                    with archive.open(name, "w", force_zip64="\(kind)" == "zip64") as entry: entry.write(b"text" * 9999)
            sys.stdout.buffer.write(bytes(out.data) if "\(kind)" == "stream" else out.getvalue())
            """
        let python = Process()
        python.executableURL = URL(filePath: "/usr/bin/env")
        python.arguments = ["python3", "-c", script]
        let pipe = Pipe()
        python.standardOutput = pipe
        try python.run()
        let bytes = try #require(try pipe.fileHandleForReading.readToEnd())
        python.waitUntilExit()
        let text = String(repeating: "text", count: 9999)
        #expect(try Self.contents(Array(bytes)) == ["Payload/X.app/a": text, "b": text])
    }

    @Test func `Four gigabytes of nothing are looked at without being read`() throws {
        try withFile([]) { path in
            let start = 5 << 30
            var writer = ZIPWriter([.init("a", text: "a")])
            writer.entries[0].offset = start
            writer.entries[0].isZIP64 = true
            writer.isZIP64 = true
            writer.claimedStart = start + 32
            var bytes = try writer.bytes()
            // The locator says where the ZIP64 end record is, before the last 22 bytes.
            let end = ZIPWriter.number(start + bytes.count - 98, 8)
            bytes.replaceSubrange(bytes.count - 34..<bytes.count - 26, with: end)
            let file = try FileHandle(forWritingTo: URL(filePath: path))
            try file.seek(toOffset: UInt64(start))
            try file.write(contentsOf: Data(bytes))
            try file.close()
            let archive = try ZIPArchive(path: path)
            var found: [String: [UInt8]] = [:]
            try archive.forEachEntry { found[$0.name] = try archive.contents(of: $0, limit: 10) }
            #expect(found == ["a": [UInt8(ascii: "a")]])
        }
    }
}
