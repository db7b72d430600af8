import Foundation
import HTTPTypes
import NIOCore

/// A request of the journal as a command for a shell.
///
/// What was left out of it is a variable, which the shell asks for by name if it is not set.
struct JournalCurl {
    /// Fields that curl writes itself, or that would stop it.
    private static let own: Set<String> = [
        "host", "content-length", "connection", "transfer-encoding", "expect", "accept-encoding", "te", "upgrade",
    ]
    /// Bytes that a shell takes as an argument; larger bodies come through a pipe.
    private static let largestArgument = 100_000

    private let entry: JournalEntry
    /// Scheme, host and port at which the console is reached.
    private let origin: String
    private var comments: [String] = []
    private var words: [String] = []
    private var secrets = 0
    /// The body in Base64, if it cannot stand in the command.
    private var encoded: String?

    /// The command for an entry, with comments on what it lacks.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - origin: Scheme, host and port at which the console is reached, whatever the request was sent to.
    /// - Returns: Lines for a shell.
    static func text(_ entry: JournalEntry, at origin: String) -> String {
        var curl = JournalCurl(entry: entry, origin: origin)
        curl.make()
        let command = (["curl"] + curl.words).joined(separator: " \\\n  ")
        let comments = curl.comments.map { "# \($0)\n" }.joined()
        guard let encoded = curl.encoded else { return "\(comments)\(command)\n" }
        return "\(comments)base64 --decode <<'END' |\n\(encoded)\nEND\n\(command)\n"
    }

    private init(entry: JournalEntry, origin: String) {
        self.entry = entry
        self.origin = origin
    }

    private mutating func make() {
        let head = entry.request.head
        words = ["--globoff --path-as-is"]
        if head.method == .head {
            words.append("--head")
        } else {
            words.append("--request \(quoted(head.method.rawValue, "METHOD"))")
        }
        if origin.hasPrefix("https:") {
            comments.append("This trusts any certificate; /ca.pem of the console is the one to trust with --cacert.")
            words.append("--insecure")
        }
        addAddress()
        for field in head.headerFields where !Self.own.contains(field.name.canonicalName) { add(field) }
        addBody()
    }

    /// Leads to the console, under the name that the request was sent to.
    private mutating func addAddress() {
        let target = entry.request.target
        var base = origin
        if !target.hasPrefix("/") { words.append("--request-target \(quoted(target, "SECRET"))") }
        let address = origin.drop { $0 != "/" }.dropFirst(2)
        if let sent = entry.request.head.authority, !sent.isEmpty, sent.lowercased() != address.lowercased() {
            if origin.hasPrefix("https:"), sent.utf8.allSatisfy(Self.isOfAuthority) {
                // The handshake asks for the name, too.
                base = "https://\(sent)"
                let hasPort = !address.hasSuffix("]") && (address.split(separator: "]").last ?? "").contains(":")
                words.append("--connect-to \(quoted("::\(address)\(hasPort ? "" : ":443")", "HOST"))")
            } else {
                words.append("--header \(quoted("Host: \(sent)", "HOST"))")
            }
        }
        words.append(quoted(target.hasPrefix("/") ? base + target : "\(base)/", "SECRET"))
    }

    private static func isOfAuthority(_ byte: UInt8) -> Bool {
        SecretScanner.isOfName(byte) || ":[]".utf8.contains(byte)
    }

    private mutating func add(_ field: HTTPField) {
        // curl leaves a field out whose value is empty unless a semicolon follows its name.
        let text = field.value.isEmpty ? "\(field.name.rawName);" : "\(field.name.rawName): \(field.value)"
        words.append("--header \(quoted(text, Self.variable(for: field)))")
    }

    /// What the value of a field is called as a variable.
    private static func variable(for field: HTTPField) -> String {
        switch field.name.canonicalName {
        case "authorization": return field.value.lowercased().hasPrefix("basic") ? "BASIC" : "TOKEN"
        case let name:
            let letters = name.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
            return "FIELD_\(String(letters))"
        }
    }

    private mutating func addBody() {
        let body = entry.request.body
        guard body.byteCount > 0 else { return }
        if body.isTruncated {
            comments.append("The body had \(body.byteCount) bytes; the journal kept only the first of them.")
        }
        if !entry.request.head.headerFields.contains(.contentType) {
            // curl would say that it is a form.
            words.append("--header 'Content-Type:'")
        }
        if let text = body.text, !text.utf8.contains(0), text.utf8.count <= Self.largestArgument {
            // An at sign would name a file.
            words.append("--data-raw \(quoted(text, "SECRET"))")
            return
        }
        if entry.request.isRedacted {
            comments.append("What stands as [redacted] in the body has to be put in by hand.")
        }
        let lines: Data.Base64EncodingOptions = [.lineLength76Characters, .endLineWithLineFeed]
        encoded = Data(body.bytes.readableBytesView).base64EncodedString(options: lines)
        words.append("--data-binary @-")
    }

    /// A text as a word of a shell, with a variable for each secret that was left out.
    private mutating func quoted(_ text: String, _ variable: String) -> String {
        guard entry.request.isRedacted, text.contains(JournalRedaction.mark) else { return Self.quoted(text) }
        let parts = text.components(separatedBy: JournalRedaction.mark)
        var word = Self.quoted(parts[0])
        for (number, part) in parts.dropFirst().enumerated() {
            var name = number == 0 ? variable : "\(variable)_\(number + 1)"
            if variable == "SECRET" {
                secrets += 1
                name = "SECRET_\(secrets)"
            }
            comments.append("\(name) is not in the journal: set it first. \(Self.hint(name, after: parts[0]))")
            word += "\"${\(name):?is not in the journal}\""
            if !part.isEmpty { word += Self.quoted(part) }
        }
        return word
    }

    /// What a variable stands for.
    private static func hint(_ name: String, after text: String) -> String {
        switch name {
        case "BASIC": "It is the Base64 of name and password with a colon between them."
        case "TOKEN": "It is the token of the administrator or of the device."
        default: "It follows \(text.suffix(40).split(separator: "\n").last ?? "the beginning")"
        }
    }

    private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: #"'\''"#))'" }
}
