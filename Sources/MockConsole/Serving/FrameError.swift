import NIOCore
import NIOHTTP2

/// Why the console ends a connection of HTTP/2 (RFC 9113, section 7).
struct FrameError: Hashable, Sendable {
    /// What its standard calls it.
    let name: String
    /// What to do about it, in a sentence without its full stop.
    private(set) var advice: String

    /// Whether its client kept the console busy for nothing.
    var isFlood: Bool { name == "ENHANCE_YOUR_CALM" }

    /// Code of the error that tells a client to keep calm.
    static let calm: UInt32 = 0xB

    /// The frame that ends a connection with a code (RFC 9113, section 6.8), whatever of its streams was answered.
    static func goAway(_ code: UInt32) -> ByteBuffer {
        var frame = ByteBuffer(bytes: [0, 0, 8, 7, 0, 0, 0, 0, 0])
        frame.writeInteger(UInt32(Int32.max))
        frame.writeInteger(code)
        return frame
    }

    /// The error of a code; nil for an end in peace.
    init?(_ code: UInt32) {
        switch code {
        // The client has closed its side, as it may.
        case 0x0, 0xA: return nil
        case 0x1: (name, advice) = ("PROTOCOL_ERROR", Self.rules)
        case 0x3:
            name = "FLOW_CONTROL_ERROR"
            advice = "A client sends more over HTTP/2 than it was allowed to: it has to wait for WINDOW_UPDATE"
        case 0x5: (name, advice) = ("STREAM_CLOSED", Self.rules)
        case 0x6:
            name = "FRAME_SIZE_ERROR"
            advice = "A client sends a frame of HTTP/2 whose length is not allowed: frames take at most 16,384 bytes"
        case 0x9:
            name = "COMPRESSION_ERROR"
            advice = "The header fields that a client sends over HTTP/2 cannot be unpacked (HPACK): look at its library"
        case Self.calm:
            name = "ENHANCE_YOUR_CALM"
            advice =
                "A client keeps the console busy over HTTP/2 without asking for anything, as with pings, settings, "
                + "resets or requests that break its rules, and its connection is closed: it has to send fewer of them"
        default: (name, advice) = ("error \(code)", Self.rules)
        }
    }

    /// The same, when more is known of it.
    func explained(by errors: [any Error]) -> FrameError {
        guard errors.contains(where: { $0 is NIOHTTP2Errors.BadClientMagic }) else { return self }
        var error = self
        error.advice =
            "A client has agreed on HTTP/2 with the HTTPS port (ALPN h2) and then speaks something else: let it offer "
            + "http/1.1 if that is what it speaks"
        return error
    }

    private static let rules =
        "A client breaks the rules of HTTP/2 and its connection is closed: look at its library, or try HTTP/1.1"

    /// Whether an error is about a request whose header fields were read, so that it has an entry of its own.
    static func isAfterRequest(_ error: any Error) -> Bool {
        switch base(of: error) {
        case is NIOHTTP2Errors.ContentLengthViolated, is NIOHTTP2Errors.FlowControlViolation,
            is NIOHTTP2Errors.InvalidFlowControlWindowSize, is NIOHTTP2Errors.InvalidWindowIncrementSize,
            is NIOHTTP2Errors.NoSuchStream, is NIOHTTP2Errors.StreamClosed,
            is NIOHTTP2Errors.TrailersWithoutEndStream:
            true
        default: false
        }
    }

    /// What an error says, without values that a client sent, which may be secrets.
    static func text(_ error: any Error) -> String {
        let error = base(of: error)
        let name: String? =
            switch error {
            case let error as NIOHTTP2Errors.MissingPseudoHeader: error.name
            case let error as NIOHTTP2Errors.DuplicatePseudoHeader: error.name
            case let error as NIOHTTP2Errors.UnknownPseudoHeader: error.name
            case let error as NIOHTTP2Errors.PseudoHeaderAfterRegularHeader: error.name
            case let error as NIOHTTP2Errors.InvalidHTTP2HeaderFieldName: error.fieldName
            case let error as NIOHTTP2Errors.ForbiddenHeaderField: error.name
            default: nil
            }
        return "\(type(of: error))" + (name.map { " \($0.prefix(80))" } ?? "")
    }

    private static func base(of error: any Error) -> any Error {
        (error as? NIOHTTP2Errors.StreamError)?.baseError ?? error
    }
}
