import Foundation

/// A QR code (ISO/IEC 18004): bytes, error correction M, versions 1 to 20.
struct QRCode: Sendable {
    /// Dark modules by row and column.
    let modules: [[Bool]]

    /// The most bytes it takes.
    static let limit = QRVersion.all.last?.capacity ?? 0

    /// The smallest code of a text; nil if it has more than ``limit`` bytes.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let version = QRVersion.all.first(where: { $0.capacity >= bytes.count }) else { return nil }
        let codewords = QRCodewords.interleaved(QRCodewords.data(bytes, version), version)
        var matrix = QRMatrix(version)
        matrix.place(codewords)
        modules = matrix.masked()
    }

    /// The code as a picture, with the quiet zone of four modules, dark on light whatever the page's colours are.
    var svg: String {
        let size = modules.count + 8
        var path = ""
        for (row, line) in modules.enumerated() {
            for run in Self.runs(line) { path += "M\(run.lowerBound + 4) \(row + 4)h\(run.count)v1h-\(run.count)z" }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size) \(size)" shape-rendering="crispEdges">\
            <path fill="#fff" d="M0 0h\(size)v\(size)h-\(size)z"/><path d="\(path)"/></svg>
            """
    }

    /// Where dark modules of a row follow each other.
    private static func runs(_ line: [Bool]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for (column, isDark) in line.enumerated() where isDark {
            if let last = runs.last, last.upperBound == column {
                runs[runs.count - 1] = last.lowerBound..<column + 1
            } else {
                runs.append(column..<column + 1)
            }
        }
        return runs
    }
}
