public import Foundation

/// The types of packets of the interrogator (DeviceServices, section 16.1).
public enum InterrogatorFlag: UInt8, Hashable, Sendable, CaseIterable {
    /// Samples have arrived.
    case dataResponse = 6
    /// A client asks for a token.
    case ready = 16
    /// Something went wrong.
    case error = 64
    /// Here is the token.
    case readyResponse = 80
    /// A client sends samples.
    case data = 128
    /// Neither side knows.
    case unknown = 192
}

/// The sixteen bytes that tie a data packet to the ready packet before it.
public struct InterrogatorToken: Hashable, Sendable {
    /// How many bytes a token has.
    public static let length = 16
    /// All zeros: no token.
    public static let none = InterrogatorToken(unchecked: [UInt8](repeating: 0, count: length))

    /// The bytes.
    public let bytes: [UInt8]

    /// Takes sixteen bytes, or nothing.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = Array(bytes)
    }

    /// Takes bytes that are known to be sixteen.
    private init(unchecked bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// A packet of the interrogator, in either direction (DeviceServices, section 16.1).
public struct InterrogatorPacket: Hashable, Sendable {
    /// Bytes before the payload.
    public static let headerLength = 22
    /// Bytes a client needs at least of an answer.
    public static let shortestResponse = 18

    /// What it is.
    public var flag: InterrogatorFlag
    /// The token, zeros if there is none.
    public var token: InterrogatorToken
    /// The bytes after the header.
    public var payload: Data

    /// Takes the parts.
    public init(_ flag: InterrogatorFlag, token: InterrogatorToken = .none, payload: Data = Data()) {
        self.flag = flag
        self.token = token
        self.payload = payload
    }

    /// Reads what a client has sent.
    ///
    /// Throws a `MessageError` for a reserved byte other than 0, an unknown flag, and a length that is not that of the
    /// payload.
    public init(request: Data) throws(MessageError) {
        var reader = LittleEndianReader(ArraySlice(request))
        let reserved: UInt8 = try reader.integer("reserved")
        guard reserved == 0 else { throw MessageError("must be 0", field: "reserved") }
        (flag, token) = try Self.start(&reader)
        let length: Int32 = try reader.integer("payload length")
        guard Int(length) == reader.remaining else {
            throw MessageError("is \(length), but \(reader.remaining) bytes follow", field: "payload length")
        }
        payload = Data(try reader.bytes(reader.remaining, "payload"))
    }

    /// Reads an answer as a client does: the reserved byte does not matter, nor does what follows the token.
    ///
    /// Throws a `MessageError` for fewer than 18 bytes and for an unknown flag: an unexpected response.
    public init(response: Data) throws(MessageError) {
        var reader = LittleEndianReader(ArraySlice(response))
        _ = try reader.bytes(1, "reserved")
        (flag, token) = try Self.start(&reader)
        payload = Data(try reader.bytes(reader.remaining, "payload").dropFirst(4))
    }

    /// Flag and token.
    private static func start(
        _ reader: inout LittleEndianReader
    ) throws(MessageError) -> (InterrogatorFlag, InterrogatorToken) {
        let raw: UInt8 = try reader.integer("flag")
        guard let flag = InterrogatorFlag(rawValue: raw) else {
            throw MessageError("is \(raw); it must be 6, 16, 64, 80, 128 or 192", field: "flag")
        }
        let token = InterrogatorToken(try reader.bytes(InterrogatorToken.length, "token"))
        return (flag, token ?? .none)
    }

    /// The bytes, 22 and the payload.
    ///
    /// Throws for a payload that its length cannot name.
    public func encoded() throws(MessageError) -> Data {
        guard let length = Int32(exactly: payload.count) else {
            throw MessageError("is longer than \(Int32.max) bytes", field: "payload")
        }
        var writer = LittleEndianWriter()
        writer.append(UInt8(0))
        writer.append(flag.rawValue)
        writer.append(contentsOf: token.bytes)
        writer.append(length)
        writer.append(contentsOf: payload)
        return Data(writer.bytes)
    }
}
