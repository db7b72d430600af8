import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes
import NIOCore
import NIOFoundationCompat

/// A request while it is compared: what was read of it for one condition is there for the next.
struct MatchReading {
    let subject: any MatchSubject
    /// What may still be done to compare it.
    var budget: MatchBudget
    private var documents: [Document: Result<JSONValue, MessageError>] = [:]

    /// A body in some form.
    private struct Document: Hashable {
        enum Form { case json, plist, xml }

        let side: MatchField.Side
        let form: Form
    }

    /// Begins to read.
    ///
    /// - Parameters:
    ///   - subject: The request.
    ///   - budget: What may be done to compare it; nil for what its bodies are worth.
    init(_ subject: any MatchSubject, budget: MatchBudget? = nil) {
        self.subject = subject
        self.budget = budget ?? MatchBudget(Self.steps(for: subject))
    }

    /// The steps that a request has by the length of its bodies.
    static func steps(for subject: any MatchSubject) -> Int {
        MatchBudget.steps(
            bytes: subject.matchedBody.bytes.readableBytes + (subject.matchedAnswer?.body.bytes.readableBytes ?? 0))
    }

    /// The values of a field; none if it is not there, or if there are too few steps to find them.
    mutating func values(of field: MatchField) -> [JSONValue] {
        guard budget.spend(bytes: byteCount(of: field)) else { return [] }
        return switch field {
        case .path: subject.matchedHead.pathSpellings.map(JSONValue.string)
        case .fault: subject.parties.faultNames.map(JSONValue.string)
        case .query(let name): texts(named: name, in: (subject.matchedHead.path ?? "").query)
        case .form(let name): texts(named: name, in: formText)
        case .cookie(let name): cookies(named: name)
        case .message(let side, let part): values(of: part, side)
        case .status: subject.matchedAnswer.map { [.number(String($0.head.status.code))] } ?? []
        default: text(of: field).map { [.string($0)] } ?? []
        }
    }

    /// Why the values of a field may not be what was sent; nil if they are.
    mutating func doubt(about field: MatchField) -> String? {
        guard case .message(let side, let part) = field, let body = body(side) else { return nil }
        if body.isTruncated, field.isDear {
            return "Only the first \(body.bytes.readableBytes) of \(body.byteCount) bytes are kept (journal.bodyBytes)."
        }
        let form: Document.Form
        switch part {
        case .json: form = .json
        case .plist: form = .plist
        case .xml: form = .xml
        default: return nil
        }
        guard case .failure(let error) = document(form, side) else { return nil }
        let name = form == .json ? "JSON" : form == .xml ? "XML" : "a property list"
        return body.byteCount == 0 ? "There is no body." : "The body is not \(name): \(error)."
    }

    /// How many bytes are read anew for each condition of a field, in bytes that are copied; those that have to be
    /// taken apart count for more.
    private func byteCount(of field: MatchField) -> Int {
        let parsed = 8
        return switch field {
        case .query: (subject.matchedHead.path?.utf8.count ?? 0) * parsed
        case .form: subject.matchedBody.bytes.readableBytes * parsed
        case .cookie:
            subject.matchedHead.headerFields[values: .cookie].reduce(0) { $0 + $1.utf8.count } * parsed
        case .message(let side, .body), .message(let side, .bodyBase64): body(side)?.bytes.readableBytes ?? 0
        case .message(let side, .header): fields(side).count * parsed
        default: 0
        }
    }

    private func text(of field: MatchField) -> String? {
        let (head, parties) = (subject.matchedHead, subject.parties)
        return switch field {
        case .method: head.method.rawValue
        case .target: head.path
        case .route: parties.route
        case .host: head.authority
        case .scheme: subject.connection.scheme
        case .address: subject.connection.address.isEmpty ? nil : subject.connection.address
        case .httpVersion: subject.connection.httpVersion
        case .device: parties.device
        case .bundle: parties.bundle
        case .user: parties.user
        case .administrator: parties.administrator
        case .requestID: parties.requestID.isEmpty ? nil : parties.requestID
        case .refusal: parties.refusalCode
        default: nil
        }
    }

    private func cookies(named name: String) -> [JSONValue] {
        subject.matchedHead.headerFields[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces) == name else { return nil }
            return .string(parts[1].trimmingCharacters(in: .whitespaces))
        }
    }

    private var formText: Substring {
        let type = subject.matchedHead.headerFields[.contentType]?.lowercased() ?? ""
        guard type.hasPrefix("application/x-www-form-urlencoded") else { return "" }
        return Substring(subject.matchedBody.text ?? "")
    }

    /// Values of a query or a form by a name, in any letter case.
    private func texts(named name: String, in text: Substring) -> [JSONValue] {
        let name = name.lowercased()
        // By bytes: a search looks at as many as there are entries.
        return text.utf8.split(separator: UInt8(ascii: "&")).compactMap { pair in
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            guard Self.plain(Substring(pair[..<equals])).lowercased() == name else { return nil }
            return .string(Self.plain(Substring(pair[equals...].dropFirst())))
        }
    }

    private static func plain(_ text: Substring) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "%") }) else {
            return String(text)
        }
        let text = String(text).replacing("+", with: " ")
        return text.removingPercentEncoding ?? text
    }
}

extension MatchReading {
    private func body(_ side: MatchField.Side) -> CapturedBody? {
        side == .request ? subject.matchedBody : subject.matchedAnswer?.body
    }

    private func fields(_ side: MatchField.Side) -> HTTPFields {
        side == .request ? subject.matchedHead.headerFields : subject.matchedAnswer?.head.headerFields ?? [:]
    }

    private mutating func values(of part: MatchField.Part, _ side: MatchField.Side) -> [JSONValue] {
        switch part {
        case .header(let name):
            return HTTPField.Name(name).map { fields(side)[values: $0].map(JSONValue.string) } ?? []
        case .body: return body(side)?.text.map { [.string($0)] } ?? []
        case .bodyBase64: return body(side).map { [.string(Data(buffer: $0.bytes).base64EncodedString())] } ?? []
        case .json(let path): return values(at: path, .json, side)
        case .plist(let path): return values(at: path, .plist, side)
        case .xml(let path): return values(at: path, .xml, side)
        }
    }

    private mutating func values(at path: JSONPath, _ form: Document.Form, _ side: MatchField.Side) -> [JSONValue] {
        guard case .success(let value) = document(form, side) else { return [] }
        return path.values(in: value, &budget)
    }

    /// A body read in a form, once.
    private mutating func document(_ form: Document.Form, _ side: MatchField.Side) -> Result<JSONValue, MessageError> {
        let key = Document(side: side, form: form)
        if let known = documents[key] { return known }
        let result = Self.read(Data(buffer: body(side)?.bytes ?? ByteBuffer()), form)
        documents[key] = result
        return result
    }

    private static func read(_ data: Data, _ form: Document.Form) -> Result<JSONValue, MessageError> {
        do throws(MessageError) {
            switch form {
            case .json: return .success(try JSONValue(json: data))
            case .plist: return .success(try JSONValue(propertyList: data))
            case .xml:
                let document = try XMLDocument(data)
                return .success(.object([JSONMember(name: document.root, value: document.value)]))
            }
        } catch {
            return .failure(error)
        }
    }
}

extension JSONValue {
    /// A property list as the JSON that says the same; data as base64, dates in ISO 8601, reals as numbers.
    fileprivate init(propertyList data: Data) throws(MessageError) {
        do {
            let list = try PropertyListValue(parsing: data)
            let json = try JSONValue(json: try JSONEncoder().encode(PropertyListJSON(list)))
            self = json.unwrapped
        } catch let error as MessageError {
            throw error
        } catch {
            throw MessageError("\(error)")
        }
    }

    /// Without the objects that stand for what JSON has no form for.
    private var unwrapped: JSONValue {
        switch self {
        case .array(let elements): return .array(elements.map(\.unwrapped))
        case .object(let members):
            if members.count == 1, ["$data", "$date", "$real"].contains(members[0].name) { return members[0].value }
            return .object(members.map { JSONMember(name: $0.name, value: $0.value.unwrapped) })
        default: return self
        }
    }
}

extension String {
    /// What stands behind the question mark of a target; empty if there is none.
    fileprivate var query: Substring {
        guard let mark = utf8.firstIndex(of: UInt8(ascii: "?")) else { return "" }
        return Substring(utf8[utf8.index(after: mark)...].prefix { $0 != UInt8(ascii: "#") })
    }
}
