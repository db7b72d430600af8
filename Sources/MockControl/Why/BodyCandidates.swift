import Crypto
import DeviceProtocol
import Foundation

extension SignatureCandidate {
    /// What a client may have hashed in place of the body that arrived, the likeliest first.
    ///
    /// - Parameters:
    ///   - body: The body, all of it.
    ///   - algorithm: Of the signature.
    /// - Returns: The candidates.
    static func ofBody(_ body: Data, _ algorithm: SignatureAlgorithm) -> [SignatureCandidate] {
        guard !body.isEmpty else { return ofNoBody(algorithm) }
        return changes(of: body).map { change in
            let digest = algorithm.digest(of: change.body).base64EncodedString()
            return candidate("bodyChanged", change.sentence, changed) { $0.digest = digest }
        } + hashings(of: body, algorithm)
    }

    private static let changed =
        "Sign the very bytes that are sent: make the body once, and let nothing between client and console change it."
    private static let hashed =
        "Append the base64 of the digest of the body: SHA-256 for HMAC-SHA256, SHA-1 for HMAC-SHA1."

    private static func candidate(
        _ cause: String, _ sentence: String, _ remedy: String,
        _ change: @escaping @Sendable (inout SignedParts) -> Void
    ) -> SignatureCandidate {
        SignatureCandidate(
            dimension: .body, cause: cause, sentence: sentence, remedy: remedy, isCommon: true, change: change)
    }

    private static func ofNoBody(_ algorithm: SignatureAlgorithm) -> [SignatureCandidate] {
        let empty = algorithm.digest(of: Data()).base64EncodedString()
        let texts = ["{}", "null", "\n", "\"\""]
        return [
            candidate("emptyBody", "The digest of an empty body was signed.", hashed) { $0.digest = empty },
            candidate("contentHash", "The aw-content-hash header was not signed.", hashed) { $0.digest = "" },
        ]
            + texts.map { text in
                let digest = algorithm.digest(of: Data(text.utf8)).base64EncodedString()
                return candidate(
                    "bodyLost", "The body \(text.debugDescription) was signed, but none arrived.", changed
                ) { $0.digest = digest }
            }
    }

    // MARK: Other bodies

    private struct Change {
        let body: Data
        let sentence: String
    }

    private static func changes(of body: Data) -> [Change] {
        var changes: [Change] = []
        var seen: Set<Data> = [body]
        func add(_ other: Data?, _ sentence: String) {
            guard let other, seen.insert(other).inserted else { return }
            changes.append(Change(body: other, sentence: sentence))
        }
        let lf = Data([0x0A])
        let crlf = Data([0x0D, 0x0A])
        let bom = Data([0xEF, 0xBB, 0xBF])
        let added = "was added to the body on its way."
        let lost = "of the body was lost on its way."
        if body.starts(with: bom) { add(body.dropFirst(3), "A byte order mark \(added)") }
        if body.suffix(2) == crlf { add(body.dropLast(2), "A CR LF at the end \(added)") }
        if body.suffix(1) == lf { add(body.dropLast(1), "A newline at the end \(added)") }
        add(body + lf, "A newline at the end \(lost)")
        add(body + crlf, "A CR LF at the end \(lost)")
        add(bom + body, "The byte order mark \(lost)")
        guard let text = String(validating: body, as: UTF8.self) else { return changes }
        let unix = text.replacing("\r\n", with: "\n")
        add(Data(unix.utf8), "Line ends were signed as LF and sent as CR LF.")
        add(Data(unix.replacing("\n", with: "\r\n").utf8), "Line ends were signed as CR LF and sent as LF.")
        add(Data(text.trimmingCharacters(in: .whitespacesAndNewlines).utf8), "White space was added around the body.")
        add(text.data(using: .isoLatin1), "The body was signed in ISO 8859-1 and sent in UTF-8.")
        add(text.data(using: .utf16LittleEndian), "The body was signed in UTF-16 and sent in UTF-8.")
        for (other, form) in JSONSpelling.spellings(of: body) {
            add(other, "The body was signed as JSON \(form), and written anew before it was sent.")
        }
        let form = text.replacing("+", with: "%20")
        add(Data(form.utf8), "Blanks were signed as %20 and sent as +.")
        add(Data(text.replacing("%20", with: "+").utf8), "Blanks were signed as + and sent as %20.")
        add(text.removingPercentEncoding.map { Data($0.utf8) }, "The body was escaped after it was signed.")
        return changes
    }

    // MARK: Other digests

    private static func hashings(of body: Data, _ algorithm: SignatureAlgorithm) -> [SignatureCandidate] {
        let other: SignatureAlgorithm = algorithm == .hmacSHA256 ? .hmacSHA1 : .hmacSHA256
        let digest = algorithm.digest(of: body)
        let base64 = digest.base64EncodedString()
        let url = base64.replacing("+", with: "-").replacing("/", with: "_")
        let texts: [(String, String, String)] = [
            ("bodyNotHashed", "", "The body was not signed at all."),
            ("emptyBodyHashed", algorithm.digest(of: Data()).base64EncodedString(), "An empty body was signed."),
            ("digestForm", digest.hexadecimal, "The digest of the body was signed in hexadecimal, not in base64."),
            (
                "digestForm", digest.hexadecimal.uppercased(),
                "The digest of the body was signed in upper-case hexadecimal, not in base64."
            ),
            (
                "digestForm", Data(digest.hexadecimal.utf8).base64EncodedString(),
                "The base64 of the hexadecimal digits of the digest was signed."
            ),
            ("digestForm", url, "The digest of the body was signed in base64url."),
            ("digestForm", base64.replacing("=", with: ""), "The digest was signed in base64 without its padding."),
            ("digestForm", base64.lowercased(), "The digest of the body was lower-cased together with the address."),
            (
                "wrongDigest", other.digest(of: body).base64EncodedString(),
                "The body was hashed with \(other == .hmacSHA1 ? "SHA-1" : "SHA-256")."
            ),
            ("wrongDigest", Data(SHA512.hash(data: body)).base64EncodedString(), "The body was hashed with SHA-512."),
            ("wrongDigest", Data(Insecure.MD5.hash(data: body)).base64EncodedString(), "The body was hashed with MD5."),
            ("bodyItself", String(decoding: body, as: UTF8.self), "The body itself was signed, not its digest."),
            ("bodyItself", body.base64EncodedString(), "The base64 of the body was signed, not of its digest."),
        ]
        return SignatureCandidate.each(texts)
    }

    private static func each(_ texts: [(String, String, String)]) -> [SignatureCandidate] {
        texts.map { text in candidate(text.0, text.2, hashed) { $0.digest = text.1 } }
    }
}

/// Ways in which libraries write the same JSON.
enum JSONSpelling {
    /// The same value in other ways, each with what is special about it; none for what is no JSON.
    static func spellings(of body: Data) -> [(Data, String)] {
        guard let value = try? JSONValue(json: body) else { return [] }
        let sorted = value.sorted
        var list: [(Data, String)] = [
            (value.encoded(), "without white space"), (sorted.encoded(), "without white space, its names sorted"),
        ]
        for (spaced, order) in [(value, ""), (sorted, ", its names sorted")] {
            list.append((Data(spaced.text(", ", ": ").utf8), "with a blank after commas and colons\(order)"))
            for width in [2, 4] {
                list.append((Data(spaced.lines(width, ": ").utf8), "indented by \(width)\(order)"))
                list.append((Data(spaced.lines(width, " : ").utf8), "indented by \(width) as Foundation does\(order)"))
            }
        }
        for (data, form) in list {
            let text = String(decoding: data, as: UTF8.self)
            list.append((Data(text.replacing("/", with: "\\/").utf8), "\(form), its slashes escaped"))
        }
        return list
    }
}

extension JSONValue {
    /// The same with the members of objects in the order of their names.
    fileprivate var sorted: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.sorted))
        case .object(let members):
            .object(
                members.map { JSONMember(name: $0.name, value: $0.value.sorted) }.sorted { $0.name < $1.name })
        default: self
        }
    }

    /// The JSON text with something between elements, and between names and values.
    fileprivate func text(_ comma: String, _ colon: String) -> String {
        switch self {
        case .array(let elements): "[" + elements.map { $0.text(comma, colon) }.joined(separator: comma) + "]"
        case .object(let members):
            "{"
                + members.map { member in
                    JSONValue.string(member.name).plain + colon + member.value.text(comma, colon)
                }.joined(separator: comma) + "}"
        default: plain
        }
    }

    /// The JSON text with an element on each line.
    fileprivate func lines(_ width: Int, _ colon: String, depth: Int = 1) -> String {
        let indent = "\n" + String(repeating: " ", count: width * depth)
        let outdent = "\n" + String(repeating: " ", count: width * (depth - 1))
        switch self {
        case .array(let elements) where !elements.isEmpty:
            let items = elements.map { $0.lines(width, colon, depth: depth + 1) }
            return "[" + indent + items.joined(separator: "," + indent) + outdent + "]"
        case .object(let members) where !members.isEmpty:
            let items = members.map { member in
                JSONValue.string(member.name).plain + colon + member.value.lines(width, colon, depth: depth + 1)
            }
            return "{" + indent + items.joined(separator: "," + indent) + outdent + "}"
        default: return plain
        }
    }

    private var plain: String { String(decoding: encoded(), as: UTF8.self) }
}
