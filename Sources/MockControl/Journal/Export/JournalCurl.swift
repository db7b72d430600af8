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
    private var comments: [String] = []
    private var words: [String] = []
    private var secrets = 0
    /// The body in Base64, if it cannot stand in the command.
    private var encoded: String?

    /// The command for an entry, with comments on what it lacks.
    static func text(_ entry: JournalEntry) -> String {
        var curl = JournalCurl(entry: entry)
        curl.make()
        let command = (["curl"] + curl.words).joined(separator: " \\\n  ")
        let comments = curl.comments.map { "# \($0)\n" }.joined()
        guard let encoded = curl.encoded else { return "\(comments)\(command)\n" }
        return "\(comments)base64 --decode <<'END' |\n\(encoded)\nEND\n\(command)\n"
    }

    private init(entry: JournalEntry) { self.entry = entry }

    private mutating func make() {
        let head = entry.request.head
        let address = "\(entry.connection.scheme)://\(head.authority ?? "localhost")\(entry.request.target)"
        words = ["--globoff --path-as-is"]
        if head.method == .head {
            words.append("--head")
        } else {
            words.append("--request \(quoted(head.method.rawValue, "METHOD"))")
        }
        if entry.connection.scheme == "https" {
            comments.append("This trusts any certificate; /ca.pem of the console is the one to trust with --cacert.")
            words.append("--insecure")
        }
        words.append(quoted(address, "SECRET"))
        for field in head.headerFields where !Self.own.contains(field.name.canonicalName) { add(field) }
        addBody()
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
        for part in parts.dropFirst() {
            var name = variable
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
