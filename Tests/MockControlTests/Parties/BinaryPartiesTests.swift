import DeviceProtocol
import Foundation
import HTTPTypes
import NIOCore
import NIOFoundationCompat
import Testing

@testable import MockControl

/// Whom binary property lists name, and what little of them is read for that.
struct BinaryPartiesTests {
    /// A list of objects with offsets of two bytes and references of one.
    static func list(_ objects: [[UInt8]]) -> ByteBuffer {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
            bytes += object
        }
        let table = bytes.count
        bytes += offsets + [0, 0, 0, 0, 0, 0, 2, 1]
        for number in [objects.count, 0, table] {
            bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        return ByteBuffer(bytes: bytes)
    }

    /// An object that is a short text.
    static func text(_ text: String) -> [UInt8] { [0x50 | UInt8(text.utf8.count)] + Array(text.utf8) }

    /// Arrays in one another, each with two references to the next, the first of them object number 5.
    static func bomb(_ levels: Int) -> [[UInt8]] { (6..<(6 + levels)).map { [0xA2, UInt8($0), UInt8($0)] } + [[0x09]] }

    private func named(_ bytes: ByteBuffer) -> NamedParties {
        NamedParties(
            HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/x"),
            body: CapturedBody(bytes: bytes, byteCount: bytes.readableBytes))
    }

    @Test func `A binary property list names as others do`() throws {
        let list = PropertyListValue.dictionary([
            "UDID": .string("3f1c"), "GroupId": .string("demo"), "more": .array([.integer(1)]),
        ])
        let parties = named(ByteBuffer(data: try list.encoded(as: .binary)))
        #expect(parties.group == "demo" && parties.device == "3f1c", "\(parties)")
    }

    @Test func `What a list unfolds to is not read to find out whom it names`() {
        let bytes = Self.list(
            [[0xD2, 1, 2, 3, 5], Self.text("udid"), Self.text("more"), Self.text("3f1c"), [0x08]] + Self.bomb(40))
        #expect(named(bytes).device == "3f1c")
    }

    @Test func `A list with a secret that unfolds to far more than it is becomes the mark`() {
        let bytes = Self.list(
            [[0xD2, 1, 2, 3, 5], Self.text("password"), Self.text("more"), Self.text("demo"), [0x08]] + Self.bomb(11))
        #expect(bytes.readableBytes < 200)
        #expect(JournalRedaction.redacted(bytes, type: "") == ByteBuffer(string: JournalRedaction.mark))
    }
}
