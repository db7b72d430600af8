/// Unescapes a JSON string that arrives in pieces.
///
/// Checks UTF-8 and surrogate pairs across the borders of pieces; half a pair is an error.
struct JSONStringDecoder {
    /// Where in an escape the string is.
    private enum State: Equatable {
        /// Outside.
        case plain
        /// Behind a backslash.
        case backslash
        /// Behind some of the four digits.
        case unicode(digits: Int, code: UInt32)
        /// Before the backslash of the second half of a pair.
        case lowBackslash
        /// Behind that backslash.
        case lowLetter
    }

    /// Receives unescaped bytes.
    typealias Sink = (UnsafeRawBufferPointer) throws -> Void

    /// Where in an escape the string is.
    private var state = State.plain
    /// The first half of a surrogate pair, or zero.
    private var high: UInt32 = 0
    /// The check of bytes above 0x7F.
    private var validator = UTF8Validator()

    /// Reads on from a place behind the opening quote or where the last piece ended.
    ///
    /// Answers the place after the closing quote; nil if the piece ends before it.
    mutating func consume(
        _ bytes: UnsafeRawBufferPointer, from start: Int, into sink: Sink
    ) throws -> Int? {
        var index = start
        while index < bytes.count {
            if state != .plain {
                try escape(bytes[index], into: sink)
                index += 1
                continue
            }
            let end = try runEnd(in: bytes, from: index)
            if end > index { try sink(UnsafeRawBufferPointer(rebasing: bytes[index..<end])) }
            guard end < bytes.count else { return nil }
            index = end + 1
            if bytes[end] == UInt8(ascii: "\"") { return index }
            state = .backslash
        }
        return nil
    }

    /// The end of the run of bytes that stand for themselves: a quote, a backslash or the end of the piece.
    private mutating func runEnd(in bytes: UnsafeRawBufferPointer, from start: Int) throws(MessageError) -> Int {
        var index = start
        while index < bytes.count {
            if validator.remaining == 0 {
                index = PlainRun.end(in: bytes, from: index)
                guard index < bytes.count else { break }
                let byte = bytes[index]
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
                guard byte >= 0x20 else { throw MessageError("JSON string holds a control character") }
            }
            guard validator.accept(bytes[index]) else { throw MessageError("JSON string is not UTF-8") }
            index += 1
        }
        return index
    }

    /// Reads one byte of an escape.
    private mutating func escape(_ byte: UInt8, into sink: Sink) throws {
        switch state {
        case .plain: break
        case .backslash where byte == UInt8(ascii: "u"): state = .unicode(digits: 0, code: 0)
        case .backslash:
            guard let plain = JSONEscape.plain(byte) else { throw MessageError("JSON string has an unknown escape") }
            state = .plain
            try withUnsafeBytes(of: plain, sink)
        case .lowBackslash, .lowLetter:
            guard byte == (state == .lowLetter ? UInt8(ascii: "u") : UInt8(ascii: "\\")) else { throw Self.halfPair }
            state = state == .lowLetter ? .unicode(digits: 0, code: 0) : .lowLetter
        case .unicode(let digits, let code):
            guard let digit = byte.hexadecimalValue else { throw MessageError("JSON string has a malformed escape") }
            state = .unicode(digits: digits + 1, code: code << 4 | UInt32(digit))
            if digits == 3 { try finish(code << 4 | UInt32(digit), into: sink) }
        }
    }

    /// Uses the four digits of an escape.
    private mutating func finish(_ code: UInt32, into sink: Sink) throws {
        if high != 0 {
            guard code & 0xFC00 == 0xDC00 else { throw Self.halfPair }
            let pair = 0x10000 + (high & 0x3FF) << 10 + (code & 0x3FF)
            high = 0
            state = .plain
            try Self.emit(Unicode.Scalar(pair), into: sink)
        } else if code & 0xFC00 == 0xD800 {
            high = code
            state = .lowBackslash
        } else {
            state = .plain
            try Self.emit(Unicode.Scalar(code), into: sink)
        }
    }

    /// Hands over a character; there is none for the second half of a pair.
    private static func emit(_ scalar: Unicode.Scalar?, into sink: Sink) throws {
        guard let scalar else { throw halfPair }
        try Array(String(scalar).utf8).withUnsafeBytes(sink)
    }

    /// The error for half a surrogate pair.
    private static var halfPair: MessageError { MessageError("JSON string holds half a surrogate pair") }
}
