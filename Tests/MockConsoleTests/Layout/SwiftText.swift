@testable import ConsoleTestSupport
/// The text of a Swift file, with its code and its literals told apart.
struct SwiftText: Sendable {
    /// Lines of code, without comments and without what literals say; what they interpolate is code.
    let code: [String]
    /// What literals say, in the order of their ends, with a dollar sign for what is interpolated.
    let literals: [String]

    /// Reads a file; a regular expression is read as code.
    init(_ text: String) {
        var scanner = Scanner()
        let bytes = Array(text.utf8)
        bytes.withUnsafeBufferPointer { scanner.read($0) }
        code = scanner.code.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        literals = scanner.literals
    }

    /// Words of the code that begin with a capital letter: types, and little else.
    var capitalizedWords: Set<String> {
        var found: Set<String> = []
        for line in code where !line.isEmpty {
            for word in line.utf8.split(whereSeparator: { !Self.isOfWord($0) }) {
                guard let first = word.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else { continue }
                found.insert(String(decoding: word, as: UTF8.self))
            }
        }
        return found
    }

    /// Whether a byte can be part of a name.
    static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension SwiftText {
    /// Goes through the bytes of a file once.
    private struct Scanner {
        /// Where a byte stands.
        enum Place {
            /// In code, within as many parentheses of an interpolation.
            case code(parentheses: Int)
            /// In a literal, with as many number signs, on one line or on several.
            case literal(signs: Int, isLong: Bool)
        }

        var code: [UInt8] = []
        var literals: [String] = []
        private var places: [Place] = [.code(parentheses: 0)]
        private var open: [[UInt8]] = []

        private static let quote = UInt8(ascii: "\"")
        private static let sign = UInt8(ascii: "#")
        private static let newline = UInt8(ascii: "\n")
        private static let slash = UInt8(ascii: "/")
        private static let backslash = UInt8(ascii: "\\")

        mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
            code.reserveCapacity(bytes.count)
            var index = 0
            while index < bytes.count {
                switch places.last {
                case .literal(let signs, let isLong): readLiteral(bytes, &index, signs: signs, isLong: isLong)
                default: readCode(bytes, &index)
                }
            }
        }

        private mutating func readCode(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) {
            let byte = bytes[index]
            switch byte {
            case Self.slash where index + 1 < bytes.count && bytes[index + 1] == Self.slash:
                while index < bytes.count, bytes[index] != Self.newline { index += 1 }
            case Self.quote, Self.sign:
                let signs = run(of: Self.sign, in: bytes, from: index)
                guard index + signs < bytes.count, bytes[index + signs] == Self.quote else {
                    code.append(byte)
                    index += 1
                    return
                }
                let isLong = run(of: Self.quote, in: bytes, from: index + signs) >= 3
                index += signs + (isLong ? 3 : 1)
                places.append(.literal(signs: signs, isLong: isLong))
                open.append([])
                code.append(Self.quote)
            case UInt8(ascii: "("), UInt8(ascii: ")"):
                if !closesInterpolation(byte) { code.append(byte) }
                index += 1
            default:
                let start = index
                index += 1
                while index < bytes.count, !Self.isSpecial(bytes[index]) { index += 1 }
                code.append(contentsOf: bytes[start..<index])
            }
        }

        /// Whether a byte of code can be more than code.
        private static func isSpecial(_ byte: UInt8) -> Bool {
            // All of them come before digits and letters.
            byte <= slash && (byte == slash || byte == quote || byte == sign || byte == 0x28 || byte == 0x29)
        }

        /// Counts parentheses inside of an interpolation; says whether one ends it.
        private mutating func closesInterpolation(_ byte: UInt8) -> Bool {
            guard places.count > 1, case .code(let parentheses) = places.last else { return false }
            if byte == UInt8(ascii: "(") {
                places[places.count - 1] = .code(parentheses: parentheses + 1)
            } else if byte == UInt8(ascii: ")") {
                guard parentheses > 0 else {
                    places.removeLast()
                    code.append(UInt8(ascii: " "))
                    return true
                }
                places[places.count - 1] = .code(parentheses: parentheses - 1)
            }
            return false
        }

        private mutating func readLiteral(
            _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int, signs: Int, isLong: Bool
        ) {
            let byte = bytes[index]
            let quotes = isLong ? 3 : 1
            if byte == Self.backslash, run(of: Self.sign, in: bytes, from: index + 1) >= signs {
                let next = index + 1 + signs
                index = next + 1
                guard next < bytes.count, bytes[next] == UInt8(ascii: "(") else {
                    if next < bytes.count { add([byte, bytes[next]]) }
                    return
                }
                add([UInt8(ascii: "$")])
                code.append(UInt8(ascii: " "))
                places.append(.code(parentheses: 0))
            } else if byte == Self.quote, run(of: Self.quote, in: bytes, from: index) >= quotes,
                run(of: Self.sign, in: bytes, from: index + quotes) >= signs
            {
                index += quotes + signs
                close()
            } else {
                index += 1
                if byte == Self.newline { code.append(byte) }
                // No literal on one line goes on after it; a regular expression with a quote is over then.
                if byte == Self.newline, !isLong { close() } else { add([byte]) }
            }
        }

        private mutating func add(_ bytes: [UInt8]) { open[open.count - 1].append(contentsOf: bytes) }

        private mutating func close() {
            places.removeLast()
            literals.append(String(decoding: open.removeLast(), as: UTF8.self))
            if code.last != Self.newline { code.append(Self.quote) }
        }

        private func run(of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
            var end = start
            while end < bytes.count, bytes[end] == byte { end += 1 }
            return end - start
        }
    }
}
