import Foundation

/// JSON as some clients of the admin REST API write it: names without quotation marks, texts in single ones.
///
/// A real console reads both.
enum RelaxedJSON {
    /// The same as strict JSON; nil if nothing of the kind occurs in it.
    static func repaired(_ body: Data) -> Data? {
        var reader = Reader(rest: Array(body)[...])
        reader.read()
        return reader.isChanged ? reader.output : nil
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>
        var output = Data()
        var isChanged = false

        mutating func read() {
            while let byte = rest.first {
                switch Unicode.Scalar(byte) {
                case "\"", "'": text(in: byte)
                case "a"..."z", "A"..."Z", "_", "$": word()
                default:
                    output.append(byte)
                    rest.removeFirst()
                }
            }
        }

        /// A text up to its closing mark.
        private mutating func text(in mark: UInt8) {
            let (double, escape) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
            isChanged = isChanged || mark != double
            output.append(double)
            rest.removeFirst()
            while let byte = rest.popFirst(), byte != mark {
                if byte == escape, let next = rest.popFirst() {
                    if next != UInt8(ascii: "'") { output.append(escape) }
                    output.append(next)
                } else {
                    if byte == double { output.append(escape) }
                    output.append(byte)
                }
            }
            output.append(double)
        }

        /// A word: a name if a colon follows it, otherwise a literal.
        private mutating func word() {
            let word = rest.prefix { byte in
                switch Unicode.Scalar(byte) {
                case "a"..."z", "A"..."Z", "0"..."9", "_", "$", "-", ".": true
                default: false
                }
            }
            rest = rest.dropFirst(word.count)
            let next = rest.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
            guard next == UInt8(ascii: ":") else {
                output.append(contentsOf: word)
                return
            }
            isChanged = true
            output.append(UInt8(ascii: "\""))
            output.append(contentsOf: word)
            output.append(UInt8(ascii: "\""))
        }
    }
}
