import Foundation
import Testing

@testable import DeviceProtocol

/// Interrogator: packets (DeviceServices, sections 16.1 and 16.2).
struct InterrogatorPacketTests {
    private static let token = InterrogatorToken(1...16)

    private static func ready() throws -> Data {
        try InterrogatorMessage.ready(try SampleExamples.sender()).encoded()
    }

    private static func data() throws -> Data {
        let samples = try SampleData(try SampleExamples.all())
        return try InterrogatorMessage.data(
            try SampleExamples.sender(), token: try #require(token), samples: samples
        ).encoded()
    }

    @Test
    func `The ready packet of the specification has its 108 bytes`() throws {
        let packet = try Self.ready()
        let start = SampleExamples.bytes(
            "0010 00000000000000000000000000000000 56000000 0200 50000000 3300660031006300")
        #expect(packet.count == 108)
        #expect(packet.starts(with: start))
        #expect(try InterrogatorMessage(packet) == .ready(try SampleExamples.sender()))
    }

    @Test
    func `A data packet has sizes, device id and samples in their places`() throws {
        let packet = [UInt8](try Self.data())
        let samples = try SampleExamples.all().reduce(0) { try $0 + $1.encoded().count }
        #expect(packet[1] == 128 && Array(packet[2..<18]) == Array(1...16))
        #expect(packet.count == 22 + 10 + 80 + samples)
        #expect(packet[22...].starts(with: [2, 0, 80, 0, 0, 0, UInt8(samples & 0xFF), UInt8(samples >> 8), 0, 0]))
        #expect(packet[32...].starts(with: [0x33, 0, 0x66, 0]))
    }

    @Test
    func `What is encoded is read back`() throws {
        for data in [try Self.ready(), try Self.data()] {
            let message = try InterrogatorMessage(data)
            #expect(try message.encoded() == data)
            #expect(message.sender == (try SampleExamples.sender()))
        }
        guard case .data(_, let token, let samples) = try InterrogatorMessage(try Self.data()) else {
            Issue.record("is no data packet")
            return
        }
        #expect(token == Self.token)
        #expect(samples.samples == (try SampleExamples.all()))
    }

    @Test(arguments: UInt8.min ... .max)
    func `Only two of the flags are a client's`(raw: UInt8) throws {
        var packet = try Self.ready()
        packet[1] = raw
        let error = failure { () throws(MessageError) in try InterrogatorMessage(packet) }
        #expect((error == nil) == (raw == 16))
        if raw != 16, raw != 128 { #expect(error?.field == "flag") }
        let answer = try? InterrogatorPacket(response: packet)
        #expect(answer?.flag.rawValue == ([6, 16, 64, 80, 128, 192].contains(raw) ? raw : nil))
    }

    @Test
    func `Every truncation is refused, and every byte too many`() throws {
        for packet in [try Self.ready(), try Self.data()] {
            for part in packet.truncations + [packet + [0], packet + packet] {
                #expect(failure { () throws(MessageError) in try InterrogatorMessage(part) } != nil, "\(part.count)")
            }
        }
    }

    @Test(
        arguments: [
            ([0: 1], "reserved"), ([1: 6], "flag"), ([18: 0x57], "payload length"), ([21: 0xFF], "payload length"),
            ([22: 0], "platform"), ([22: 6], "platform"), ([23: 1], "platform"), ([24: 0x51], "device id size"),
            ([27: 0x80], "device id size"), ([24: 0xFF, 25: 0xFF, 26: 0xFF, 27: 0x7F], "device id size"),
            ([28: 0x20], "device id"), ([29: 0xD8], "device id"), ([28: 0], "device id"), ([29: 0x01], "device id"),
        ] as [([Int: UInt8], String)])
    func `A field that cannot be is named`(changes: [Int: UInt8], field: String) throws {
        var packet = try Self.ready()
        for (place, byte) in changes { packet[place] = byte }
        #expect(failure { () throws(MessageError) in try InterrogatorMessage(packet) }?.field == field)
    }

    @Test(
        arguments: [
            ([24: 0x52], "sample data size"), ([24: 0xFF, 27: 0x7F], "device id size"), ([27: 0xFF], "device id size"),
            ([31: 0xFF], "sample data size"), ([28: 0, 29: 0], "sample data size"),
            // One byte from the id to the samples.
            ([24: 0x4F], "sample data size"),
        ] as [([Int: UInt8], String)])
    func `Sizes of a data packet have to fit`(changes: [Int: UInt8], field: String) throws {
        var packet = try Self.data()
        for (place, byte) in changes { packet[place] = byte }
        #expect(failure { () throws(MessageError) in try InterrogatorMessage(packet) }?.field == field)
    }

    @Test
    func `A device id of an odd size is refused`() throws {
        var packet = [UInt8](try Self.ready().dropLast())
        packet[18] = 0x55
        packet[24] = 0x4F
        let data = Data(packet)
        #expect(failure { () throws(MessageError) in try InterrogatorMessage(data) }?.field == "device id")
    }

    @Test(arguments: UInt16(1)...5)
    func `An upper-case device id is the same device, and every platform is taken`(raw: UInt16) throws {
        var sender = try SampleExamples.sender()
        sender.platform = try #require(InterrogatorPlatform(rawValue: raw))
        var packet = try InterrogatorMessage.ready(sender).encoded()
        packet[30] = UInt8(ascii: "F")
        #expect(try InterrogatorMessage(packet).sender == sender)
    }

    @Test
    func `An answer is read as a client reads it: 18 bytes are enough`() throws {
        let packet = try InterrogatorPacket(.readyResponse, token: try #require(Self.token)).encoded()
        #expect(packet.count == 22)
        #expect(try InterrogatorPacket(response: packet).token == Self.token)
        #expect(try InterrogatorPacket(response: packet.prefix(18)).flag == .readyResponse)
        #expect(try InterrogatorPacket(response: Data([9]) + packet.dropFirst() + [1, 2]).payload == Data([1, 2]))
        for part in packet.prefix(18).truncations {
            #expect(failure { () throws(MessageError) in try InterrogatorPacket(response: part) } != nil)
        }
    }

    @Test
    func `A token has sixteen bytes`() {
        #expect(InterrogatorToken(Data(count: 15)) == nil && InterrogatorToken(Data(count: 17)) == nil)
        #expect(InterrogatorToken(Data(count: 16)) == InterrogatorToken.none)
    }

    @Test(arguments: 0..<4)
    func `Mutated packets are read or refused, and what is read is written again the same`(seed: Int) throws {
        for mutation in try Self.data().mutations(500, seed: UInt64(seed)) + (try Self.ready().mutations(500, seed: 9))
        {
            guard let message = try? InterrogatorMessage(mutation) else { continue }
            let again = try InterrogatorMessage(try message.encoded())
            #expect(again == message)
            if case .data(_, _, let samples) = message { #expect(samples.count == Array(samples).count) }
        }
        for data in Hostile.random(500, seed: UInt64(seed)) { _ = try? InterrogatorMessage(data) }
    }
}
