import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes

/// Pinned keys of a group: taken from certificates that are uploaded, and taken away (AdminAPI, "SSL pinning").
enum SSLPinPages {
    /// The page of settings that they stand on.
    static let id = "ssl-pinning"
    private static let path = "/console/settings/\(id)"

    /// Adds the forms, below the page of any settings: the router would look for no other page of this one's name.
    static func add(to door: PageDoor, below page: String) {
        door.form("\(page)/certificate") { try await pin($0) }
        door.form("\(page)/remove") { try await remove($0) }
    }

    /// The pins of a group with a form for a further one.
    ///
    /// - Parameters:
    ///   - code: Code of the group.
    ///   - setting: The setting `sslPins` as the route answers it.
    ///   - mayWrite: Whether whoever reads the page may change it.
    /// - Returns: The parts.
    static func parts(_ code: String, _ setting: JSON, mayWrite: Bool) -> [Part] {
        let rows = setting["value"].list.map(\.text).map { pin in
            let words = pin.split(separator: "=", maxSplits: 1).map(String.init)
            let (host, key) = (words.first ?? "", words.last ?? "")
            return Table.Row(
                cells: [
                    .code(host), .code(key.count > 40 ? "\(key.prefix(24))…\(key.suffix(12))" : key).with(title: key),
                ],
                actions: mayWrite
                    ? [
                        .post(
                            "Remove", "\(path)/remove", values: ["group": code, "pin": pin],
                            asking: "Pin this key of \(host) no longer?", isDangerous: true)
                    ] : [])
        }
        let table = Table(
            "Pinned keys", columns: ["Host", "Public key"], rows: rows,
            empty: EmptyState(
                title: "No key is pinned", advice: "Upload the certificate that your server shows: its key is pinned."))
        let pins = Part.section(Section("Pinned keys", id: "pins", parts: [.table(table)]))
        guard mayWrite else { return [pins] }
        var form = Form("\(path)/certificate", button: "Pin")
        form.hint =
            "The public key is taken from the certificate, as devices compare it. A file may have a whole chain: the "
            + "certificate of the server is pinned, not those that issued it."
        form.fields = [
            Field("group", "", .hidden, value: code),
            Field("certificate", "Certificate", .file).required().with(hint: "PEM or DER."),
            Field("host", "Host").with(placeholder: "uem.example.test")
                .with(hint: "Empty for all hosts that the certificate names."),
        ]
        return [pins, .section(Section("Pin the key of a certificate", id: "certificate", parts: [.form(form)]))]
    }

    private static func route(_ group: String, _ rest: String) -> String {
        "/_mock/groups/\(URLText.escaped(group))/\(rest)"
    }

    private static func pin(_ visit: Visit) async throws -> Outcome {
        guard let data = Data(base64Encoded: visit.form["certificate"]), !data.isEmpty else {
            throw ConsoleError(.badRequest, "The certificate is missing: choose a file, PEM or DER.")
        }
        let query = visit.form.nonEmpty("host").map { "?host=\(URLText.escaped($0))" } ?? ""
        var call = ConsoleCall(.post, route(visit.form["group"], "ssl-pins\(query)"))
        call.body = data
        call.type = "application/octet-stream"
        let answer: JSON
        do {
            answer = try await visit.api.json(call)
        } catch let error as ConsoleError where error.code == .badRequest {
            throw ConsoleError(.badRequest, reason(error.message))
        }
        let pinned = answer.certificates.list.filter { !$0.hosts.list.isEmpty }.map { certificate in
            let hosts = certificate.hosts.list.map(\.text).joined(separator: ", ")
            return "The key of \(certificate.subject.text) is pinned for \(hosts)."
        }
        return .stay((pinned + answer.warnings.list.map(\.text)).joined(separator: " "))
    }

    /// Why the route refused a file, in words that fit the form: the field it is about stands in them.
    private static func reason(_ message: String) -> String {
        guard !message.hasPrefix("host ") else { return message }
        let text = message.replacing("; say host in the query.", with: ": say which it is for, below.")
            .replacing("The body", with: "The file")
        return text.lowercased().contains("certificate") ? text : "The certificate cannot be read. \(text)"
    }

    private static func remove(_ visit: Visit) async throws -> Outcome {
        let (group, pin) = (visit.form["group"], visit.form["pin"])
        let settings = try await visit.api.get(route(group, "settings"))
        let pins = settings["sslPins"]["value"].list.map(\.text)
        guard pins.contains(pin) else { throw ConsoleError(.notFound, "This key is not pinned any more.") }
        let rest = JSONValue.array(pins.filter { $0 != pin }.map { .string($0) })
        try await visit.api.send(.patch, route(group, "settings"), .members(["sslPins": rest]))
        return .stay("A key of \(pin.prefix { $0 != "=" }) is pinned no longer at \(group).")
    }
}
