import DeviceProtocol
import Foundation

extension FuzzTarget {
    /// Log uploads read as they arrive: the same however they are cut, and as the parser of whole texts reads them.
    static var logs: FuzzTarget {
        FuzzTarget(
            name: "logs",
            function: { start, count in
                let data = input(start, count)
                let whole = ScannedLog(data, piece: { _ in max(count, 1) })
                var generator = InputGenerator(data)
                let cut = ScannedLog(data, piece: { _ in Int.random(in: 0...24, using: &generator) })
                require(cut == whole, "a log is the same however it is cut: \(cut) \(whole)")
                FuzzTarget.compare(whole, with: try? JSONObjectReader(data), data)
                return 0
            }, seeds: seedLogs)
    }

    private static func compare(_ log: ScannedLog, with plain: JSONObjectReader?, _ data: Data) {
        guard let plain else {
            require(log.error != nil, "what the plain parser refuses is refused: \(log)")
            return
        }
        guard let header = log.header else {
            // Beyond the rules of the fields, the scanner only keeps numbers of up to 128 characters.
            let isLong = data.split { !($0 == 0x2B || $0 == 0x2D || $0 == 0x2E || isAlphanumeric($0)) }
                .contains { $0.count > 128 }
            require(log.error?.field != nil || isLong, "what the plain parser takes is taken: \(log)")
            return
        }
        require(plain.value("LogData") == .string(String(decoding: log.text, as: UTF8.self)), "the text is the same")
        require(text(plain.value("BundleId")) == header.bundle.value, "the bundle is the same")
        require(text(plain.value("AppVersion")) == header.appVersion, "the version is the same")
        require(Int(text(plain.value("LogType"), default: "1")) == header.type.rawValue, "the type is the same")
        require(Int(text(plain.value("LogLevel"), default: "0")) == header.level.rawValue, "the level is the same")
    }

    /// The text of a string or a number, as it is written.
    private static func text(_ value: JSONValue?, default fallback: String = "") -> String {
        switch value {
        case .string(let text), .number(let text): text
        default: fallback
        }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }

    private static func seedLogs() throws -> [Data] {
        guard let bundle = BundleIdentifier("com.example.demo") else { return [] }
        let header = LogUploadHeader(bundle: bundle, appVersion: "1.2", type: .crash, level: .error)
        let rich = #"""
            { "Extra" : [ 1, -2.5e3, true, null, {"LogData": "no", "a": ["\"]}"]} ], "LogLevel": "-1",
              "AppVersion" : "1.\u0032 \ud83d\ude00", "LogType" : 2, "BundleId" : "com.example.demo",
              "LogData" : "plain \r\n\t\"quoted\" \\ \/ \b\f ä € 😀 \u00e4\u20AC\uD83D\uDE00 end", "Nothing": null }
            """#
        return [try LogUpload(header: header, text: "a\u{1}\n😀/\\").encoded(), Data(rich.utf8)]
    }
}

/// What the scanner made of a log upload.
struct ScannedLog: Equatable {
    private(set) var header: LogUploadHeader?
    private(set) var error: MessageError?
    /// Empty if the upload was refused: what was handed out by then is worthless.
    private(set) var text = Data()

    /// Feeds an upload in pieces.
    init(_ data: Data, piece: (Int) -> Int) {
        var scanner = LogUploadScanner()
        var text = Data()
        do {
            var start = 0
            while start < data.count {
                let end = min(start + piece(start), data.count)
                try data[start..<end].withUnsafeBytes { bytes in
                    try scanner.consume(bytes) { text.append(contentsOf: $0) }
                }
                start = end
            }
            header = try scanner.finish()
            self.text = text
        } catch {
            self.error = error as? MessageError
        }
    }
}
