import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// A request of somebody who has signed in: who they are, what they ask, and the routes they may call.
struct Visit: Sendable {
    /// Who they are, and what they may see and do.
    let identity: AdministratorIdentity
    /// The routes, as they may call them.
    let api: ConsoleInterface
    /// The request.
    let request: Request
    /// Captures of the path, percent-decoded, by name.
    let captures: [String: String]
    /// The query.
    let query: QueryParameters
    /// The fields of the form that was sent; empty for none.
    var form = FormValues([:])
    /// The file of the form, of which nothing is read yet; nil for none, and for small files, which are fields.
    var file: SentFile?
    /// What the page is to tell after a form; nil if there is nothing.
    var notice: Notice?
    /// Where clients find the console.
    let origin: String
    /// The connection it came over, for simulated devices.
    var connection: Connection?

    /// A connection, with the log of its request.
    struct Connection: Sendable {
        let channel: any Channel
        let logger: Logger
    }

    /// A capture of the path.
    func capture(_ name: String) -> String { captures[name] ?? "" }

    /// A capture as part of the path of a route.
    func segment(_ name: String) -> String { URLText.escaped(capture(name)) }

    /// The page of a list that is asked for, from 0.
    var page: Int { max(0, min(1_000_000, query.text("page").flatMap { Int($0) } ?? 0)) }

    /// Whether they may do something.
    func may(_ access: AdminPermission.Access, _ area: AdminPermission.Area) -> Bool {
        identity.role.permits(AdminPermission(area: area, access: access))
    }

    /// The address of this page.
    var path: String { request.uri.path }

    /// The address of this page with its query, in which some parameters have other values.
    func link(_ changes: KeyValuePairs<String, String>) -> String {
        var pairs = (request.uri.query ?? "").split(separator: "&").map(String.init).filter { pair in
            !changes.contains { pair.hasPrefix("\($0.key)=") || pair == $0.key }
        }
        pairs += changes.filter { !$0.value.isEmpty }.map { "\($0.key)=\(URLText.escaped($0.value))" }
        return pairs.isEmpty ? path : "\(path)?\(pairs.joined(separator: "&"))"
    }

    /// The pages of a list of this page.
    func pager(total: Int, size: Int) -> Pager? {
        Pager(page: page, size: size, total: total) { link(["page": $0 == 0 ? "" : String($0), "choose": ""]) }
    }
}

/// The fields of a form that was sent.
struct FormValues: Sendable {
    private let values: [String: [String]]

    /// Fields by name, each with its values.
    init(_ values: [String: [String]]) { self.values = values }

    /// The text of a field without blanks around it; empty if it is not there.
    subscript(name: String) -> String {
        (values[name]?.first ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The text of a field as it was sent.
    func exactly(_ name: String) -> String { values[name]?.first ?? "" }

    /// The text of a field; nil if it is empty.
    func nonEmpty(_ name: String) -> String? { self[name].isEmpty ? nil : self[name] }

    /// All values of a field as they were sent.
    func every(_ name: String) -> [String] { values[name] ?? [] }

    /// All values of a field, such as the keys of chosen rows.
    func all(_ name: String) -> [String] { (values[name] ?? []).filter { !$0.isEmpty } }

    /// Values whose boxes are ticked, of a field that is several of some values.
    func chosen(_ name: String) -> [String] {
        values.keys.filter { $0.hasPrefix("\(name).") && isOn($0) }
            .map { String($0.dropFirst(name.count + 1)) }.sorted()
    }

    /// Whether a box is ticked.
    func isOn(_ name: String) -> Bool { self[name] == "true" }

    /// Whether a field was sent.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// Names of the fields.
    var names: [String] { values.keys.sorted() }

    /// What may be shown again after a refusal: no secrets.
    var shown: [String: String] {
        values.compactMapValues(\.first).filter { name, value in
            let name = name.lowercased()
            return value.count <= 4000 && !["password", "secret", "token", "key"].contains { name.contains($0) }
        }
    }
}

/// What comes of a form.
enum Outcome: Sendable {
    /// Another page, which tells what was done.
    case done(String, at: String)
    /// The page the form stands on, which tells what was done.
    case stay(String)
    /// The page the form stands on, which shows a secret this once.
    case secret(String, saying: String)
    /// An answer as it is, such as a download.
    case answer(Response)
}
