import DeviceProtocol
import Foundation

/// One thing that a client may have signed otherwise than it sent it.
struct SignatureCandidate: Sendable {
    /// What of the text it is about; two of one dimension exclude each other.
    enum Dimension: Hashable, Sendable {
        case body, host, path, date, type, method, fields, layout
    }

    let dimension: Dimension
    let cause: String
    let sentence: String
    let remedy: String
    /// Whether it is likely enough to be tried together with others.
    var isCommon = false
    let change: @Sendable (inout SignedParts) -> Void
}

extension SignatureCandidate {
    /// All but those about the body, the likeliest first.
    ///
    /// - Parameters:
    ///   - parts: What the request says.
    ///   - authorities: Hosts and ports that the console goes by.
    ///   - scheme: `http` or `https`.
    ///   - arrival: When the request arrived.
    /// - Returns: The candidates.
    static func ofHead(
        _ parts: SignedParts, authorities: [String], scheme: String, arrivedAt arrival: Date
    ) -> [SignatureCandidate] {
        hosts(parts, authorities, scheme) + paths(parts) + dates(parts, arrival) + types(parts) + methods(parts)
            + fields(parts) + layouts()
    }

    // MARK: Host

    private static func hosts(_ parts: SignedParts, _ authorities: [String], _ scheme: String) -> [SignatureCandidate] {
        let sent = parts.authority.lowercased()
        let (name, port) = split(sent)
        let ports = ["", port ?? "", "80", "443", "8080", "8443"]
        let names = [name, "localhost", "127.0.0.1", "[::1]", "0.0.0.0"]
        var all = authorities.map { $0.lowercased() }
        for name in names {
            for port in ports { all.append(port.isEmpty ? name : "\(name):\(port)") }
        }
        let others = unique(all).filter { $0 != sent }
        return others.map { other in
            SignatureCandidate(
                dimension: .host, cause: split(other).name == name ? "port" : "host",
                sentence: "The host was signed as \(other), but the request came to \(sent).",
                remedy: "Sign the host and port of the request line exactly as the Host header has them; behind a "
                    + "proxy, set public.url to what clients see.", isCommon: true
            ) { $0.authority = other }
        } + [
            SignatureCandidate(
                dimension: .host, cause: "hostMissing", sentence: "The path was signed without its host.",
                remedy: "The resource is host[:port]/path.", isCommon: true
            ) { $0.authority = "" },
            SignatureCandidate(
                dimension: .host, cause: "scheme", sentence: "The address was signed with its scheme, \(scheme)://.",
                remedy: "Leave out the scheme and the two slashes.", isCommon: true
            ) { $0.authority = "\(scheme)://\($0.authority)" },
            SignatureCandidate(
                dimension: .host, cause: "scheme",
                sentence: "The address was signed with a scheme, \(scheme == "http" ? "https" : "http")://.",
                remedy: "Leave out the scheme and the two slashes."
            ) { $0.authority = "\(scheme == "http" ? "https" : "http")://\($0.authority)" },
        ]
    }

    private static func split(_ authority: String) -> (name: String, port: String?) {
        guard let colon = authority.lastIndex(of: ":"), authority[colon...].dropFirst().allSatisfy(\.isNumber) else {
            return (authority, nil)
        }
        return (String(authority[..<colon]), String(authority[colon...].dropFirst()))
    }

    // MARK: Path

    private static func paths(_ parts: SignedParts) -> [SignatureCandidate] {
        let path = parts.path
        var list: [SignatureCandidate] = []
        func add(_ cause: String, _ other: String, _ sentence: String, _ remedy: String) {
            guard other != path else { return }
            list.append(
                SignatureCandidate(dimension: .path, cause: cause, sentence: sentence, remedy: remedy, isCommon: true) {
                    $0.path = other
                })
        }
        if let query = parts.query {
            add("query", "\(path)?\(query)", "The query was signed too.", "Sign the path without ? and the query.")
            add(
                "query", "\(path)\(query)", "The query was signed too, without its question mark.",
                "Sign the path without the query.")
        }
        let decoded = path.removingPercentEncoding ?? path
        let coding = "Sign the path with the escapes that are sent."
        add("percentEncoding", decoded, "The path was signed without its percent escapes.", coding)
        for allowed in [CharacterSet.urlPathAllowed, .alphanumerics.union(CharacterSet(charactersIn: "/-._~"))] {
            if let encoded = decoded.addingPercentEncoding(withAllowedCharacters: allowed) {
                add("percentEncoding", encoded, "The path was signed with other percent escapes than it has.", coding)
            }
            if let twice = path.addingPercentEncoding(withAllowedCharacters: allowed) {
                add("percentEncoding", twice, "The percent escapes of the path were escaped once more.", coding)
            }
        }
        let single = "/" + path.split(separator: "/").joined(separator: "/")
        let slashes = "Sign the slashes that are sent, no more and no fewer."
        add("slashes", single, "The path was signed without its doubled or trailing slashes.", slashes)
        add("slashes", "/\(path)", "The path was signed with a doubled slash after the host.", slashes)
        add("slashes", "\(path)/", "The path was signed with a slash at its end.", slashes)
        add("slashes", String(path.dropFirst()), "The path was signed without its first slash.", slashes)
        add("pathMissing", "", "The host was signed without a path.", "The resource is host[:port]/path.")
        list.append(
            SignatureCandidate(
                dimension: .path, cause: "letterCase",
                sentence: "The address was not lower-cased before it was signed.",
                remedy: "Lower-case host and path for signing, percent escapes included.", isCommon: true
            ) { $0.isLowercased = false })
        return list
    }

    // MARK: Date

    private static func dates(_ parts: SignedParts, _ arrival: Date) -> [SignatureCandidate] {
        let sent = parts["date"]
        var list: [SignatureCandidate] = []
        func add(_ cause: String, _ other: String, _ sentence: String, isCommon: Bool = false) {
            guard other != sent else { return }
            list.append(
                SignatureCandidate(
                    dimension: .date, cause: cause, sentence: sentence,
                    remedy: "Make the DATE once, and sign and send the same text.", isCommon: isCommon
                ) { $0["date"] = other })
        }
        add("dateMissing", "", "The DATE header was not signed.", isCommon: true)
        if sent.isEmpty {
            for seconds in -60...2 {
                let text = SignatureDate.format(arrival.addingTimeInterval(Double(seconds)))
                add("dateMissing", text, "The DATE \(text) was signed, but none was sent.")
            }
        }
        guard let date = SignedDate(sent) else { return list }
        for (text, name) in date.otherForms { add("dateForm", text, "The DATE was signed as \(name), \(text).") }
        for seconds in (-5...5) where seconds != 0 {
            add(
                "dateChanged", date.text(after: Double(seconds)),
                "The DATE was signed \(abs(seconds)) s \(seconds < 0 ? "earlier" : "later") than the one that was sent."
            )
        }
        for quarters in (-56...56) where quarters != 0 {
            let hours = Double(quarters) / 4
            add(
                "dateZone", date.text(after: hours * 3600),
                "The DATE was signed in another time zone, \(hours) h off the one that was sent.")
        }
        return list
    }

    // MARK: Fields

    private static func types(_ parts: SignedParts) -> [SignatureCandidate] {
        let sent = parts["content-type"]
        let usual = [
            "", "application/json", "application/json; charset=utf-8", "application/json;charset=utf-8",
            "application/json; charset=UTF-8", "application/json;charset=UTF-8", "application/x-www-form-urlencoded",
            "application/x-www-form-urlencoded; charset=utf-8", "text/xml", "text/html", "text/plain",
            "text/plain; charset=utf-8", "text/plain;charset=UTF-8", "application/xml", "application/octet-stream",
            sent.lowercased(), String(sent.prefix { $0 != ";" }),
        ]
        return unique(usual).filter { $0 != sent }.map { type in
            SignatureCandidate(
                dimension: .type, cause: "contentType",
                sentence: "The Content-Type was signed as \(type.isEmpty ? "nothing" : type), but sent as "
                    + "\(sent.isEmpty ? "nothing" : sent).",
                remedy: "HTTP libraries add or change Content-Type: set it before signing, or sign what they send.",
                isCommon: true
            ) { $0["content-type"] = type }
        }
    }

    private static func methods(_ parts: SignedParts) -> [SignatureCandidate] {
        let names = ["GET", "POST", "HEAD", "PUT", parts.method.lowercased(), ""]
        return names.filter { $0 != parts.method }.map { name in
            SignatureCandidate(
                dimension: .method, cause: "method",
                sentence: "The method was signed as \(name.isEmpty ? "nothing" : name), but \(parts.method) was sent.",
                remedy: "Sign the method that is sent, in upper case."
            ) { $0.method = name }
        }
    }

    private static func fields(_ parts: SignedParts) -> [SignatureCandidate] {
        var list: [SignatureCandidate] = []
        func add(_ sentence: String, _ own: [String]) {
            guard own != parts.own else { return }
            list.append(
                SignatureCandidate(
                    dimension: .fields, cause: "awHeaders", sentence: sentence,
                    remedy: "Sign each header that begins with aw- but not with aw-auth-, as name:value, sorted.",
                    isCommon: true
                ) { $0.own = own })
        }
        add("The aw- headers were not signed.", [])
        add(
            "The aw- headers were signed with a blank after the colon.",
            parts.own.map {
                $0.replacing(":", with: ": ", maxReplacements: 1)
            })
        add("The aw- headers were not sorted, or sorted the other way round.", parts.own.reversed())
        add("The values of the aw- headers were signed in lower case.", parts.own.map { $0.lowercased() })
        add(
            "The values of the aw- headers were signed in upper case.",
            parts.own.map { line in
                let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                return parts.count == 2 ? "\(parts[0]):\(parts[1].uppercased())" : line
            })
        for line in parts.own {
            let name = line.prefix { $0 != ":" }
            add("The header \(name) was not signed, though it was sent.", parts.own.filter { $0 != line })
        }
        return list
    }

    // MARK: Layout

    private static func layouts() -> [SignatureCandidate] {
        let remedy = "Each line ends with LF (0x0A), and nothing follows the address but the digest."
        func layout(_ sentence: String, _ change: @escaping @Sendable (inout SignedParts) -> Void) -> SignatureCandidate
        {
            SignatureCandidate(
                dimension: .layout, cause: "lineEnds", sentence: sentence, remedy: remedy, isCommon: true,
                change: change)
        }
        return [
            layout("The lines were ended with CR LF.") { $0.lineEnd = "\r\n" },
            layout("The lines were not ended at all.") { $0.lineEnd = "" },
            layout("A line end was signed behind the whole.") { $0.ending = "\n" },
            layout("A line end was signed between address and digest.") { parts in
                if !parts.digest.isEmpty { parts.digest = "\n" + parts.digest }
            },
            layout("Only the lines of headers that were sent were signed, not the empty ones.") { parts in
                parts.values = parts.values.filter { !$0.isEmpty }
            },
        ]
    }

    /// The values in their order, each once.
    static func unique(_ values: [String]) -> [String] {
        var seen: Set<String> = []
        return values.filter { seen.insert($0).inserted }
    }
}

/// A date with the forms that clients write it in.
struct SignedDate: Sendable {
    private static let rfc = "EEE, dd MMM yyyy HH:mm:ss"

    private let date: Date
    private let sentForm: String

    /// A date as it was sent; nil if it is none.
    init?(_ text: String) {
        for form in Self.forms.map(\.form) {
            if let date = Self.formatter(form).date(from: text) {
                self.date = date
                sentForm = form
                return
            }
        }
        return nil
    }

    /// The moment.
    var moment: Date { date }

    /// The same form some seconds later.
    func text(after seconds: Double) -> String { Self.formatter(sentForm).string(from: date + seconds) }

    /// The same moment in other forms, each with its name.
    var otherForms: [(text: String, name: String)] {
        Self.forms.filter { $0.form != sentForm }.map { (Self.formatter($0.form).string(from: date), $0.name) }
    }

    private static let forms: [(form: String, name: String)] = [
        ("yyyy-MM-dd'T'HH:mm:ss", "a date like 2024-03-05T10:20:30"), ("MM/dd/yyyy HH:mm:ss", "an American date"),
        ("yyyy-MM-dd'T'HH:mm:ss'Z'", "an ISO date with Z"), ("yyyy-MM-dd'T'HH:mm:ss.SSS", "an ISO date with fractions"),
        ("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", "an ISO date with fractions and Z"),
        ("yyyy-MM-dd'T'HH:mm:ss'+00:00'", "an ISO date with an offset"),
        ("yyyy-MM-dd HH:mm:ss", "a date with a blank for the T"), ("\(rfc) 'GMT'", "a date of HTTP"),
        ("\(rfc) '+0000'", "a date of e-mails"), ("yyyy-MM-dd HH:mm:ss '+0000'", "a date with an offset"),
        ("MM/dd/yyyy hh:mm:ss a", "an American date with AM or PM"),
    ]

    private static func formatter(_ form: String) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.isLenient = false
        formatter.dateFormat = form
        return formatter
    }
}
