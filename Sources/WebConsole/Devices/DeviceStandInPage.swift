import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// The page on which somebody acts as a device.
enum DeviceStandInPage {
    /// The page: the answer of what was sent last, and what can be sent.
    static func page(_ visit: Visit) async throws -> ConsolePage {
        let frame = try await DeviceFrame(visit)
        var parts: [Part] = [
            .text(
                "The console signs each request anew with the credential of an app on this device and sends it to itself, "
                    + "as if the app had: faults act on it, and the journal keeps it.")
        ]
        var entry = JSON.none
        if let id = visit.query.text("entry").flatMap({ Int($0) }) {
            entry = try await visit.api.find("/_mock/journal/\(id)")
            if let device = entry.device.nonEmpty, device != frame.device.udid.text { entry = .none }
        }
        if entry.exists {
            let why = try await visit.api.find("/_mock/journal/\(entry.id.text)/why")
            parts.append(.section(answer(entry, why)))
        }
        guard !frame.bundles.isEmpty else {
            let empty = EmptyState(
                title: "No app on this device", advice: "Let somebody sign in with one first: then it has a credential."
            )
            return frame.page("act", parts + [.empty(empty)])
        }
        if visit.may(.write, .devices) { parts += try await forms(frame, entry, visit) }
        return frame.page("act", parts)
    }

    /// What the console answered, whether it went well or not.
    private static func answer(_ entry: JSON, _ why: JSON) -> Section {
        let status = entry.status.integer ?? 0
        let isGood = (200..<300).contains(status)
        var text = "The console answered \(status) to \(entry.method.text) \(entry.path.text)."
        if status == 0 { text = "A fault dropped the connection: there was no answer." }
        if isGood, entry.response.body.bytes.integer ?? 0 == 0 { text += " The answer is empty." }
        var note = Note(text: text, tone: isGood ? .good : .bad)
        if let refusal = entry.refusal.message.nonEmpty { note.details = [refusal] }
        (note.link, note.linkText) = ("/console/journal/\(entry.id.text)", "The request in the journal")
        var parts: [Part] = [.note(note)]
        if why.refused.isTrue { parts += WhyParts.parts(why) }
        let type = entry.response.headers.list.first { $0.name.text.lowercased() == "content-type" }?["value"].text
        if let body = JournalBody(entry.response.body, type: type ?? "") {
            parts.append(.code(CodeBlock(title: body.decoded?.form ?? "Body", text: body.decoded?.text ?? body.raw)))
            if body.decoded != nil {
                parts.append(.code(CodeBlock(title: "As it was answered", text: body.raw, isFolded: true)))
            }
        }
        return Section("Answer", id: "answer", parts: parts)
    }

    private static func forms(_ frame: DeviceFrame, _ entry: JSON, _ visit: Visit) async throws -> [Part] {
        let app = entry.bundleId.text
        var last = JSON((try? JSONValue(json: Data(entry.request.body["text"].text.utf8)))).payLoad
        if !entry.path.text.lowercased().hasSuffix("/checkin") || !last.exists {
            last = try await visit.api.get("\(frame.route)/beacons", ["pageSize": "1"]).items[0].report.payLoad
        }
        var beacon = Form("\(frame.base)/send-beacon", button: "Send beacon")
        beacon.fields = [frame.appField(app)] + BeaconForm.fields(last, frame.device)
        beacon.isColumned = true
        var profile = Form("\(frame.base)/fetch-profile", button: "Fetch profile")
        profile.fields = [frame.appField(app, named: DeviceStandIn.profile.appField)]
        profile.isInline = true
        var request = Form("\(frame.base)/send-request", button: "Send request")
        request.fields = [
            frame.appField(app, named: DeviceStandIn.request.appField),
            .choice("method", "Method", ["GET", "POST", "PUT", "DELETE"].map { ($0, $0) }, value: "GET"),
            Field("path", "Path").required().with(hint: "Of device services, with its query: /deviceservices/…"),
            Field("body", "Body", .area).with(hint: "JSON, or any other text; empty for none."),
        ]
        var other = Section("Send another request", id: "request", parts: [.form(request)])
        other.isFolded = true
        return [
            .section(Section("Send a beacon", id: "beacon", parts: [.form(beacon)])),
            .section(Section("Fetch the profile", id: "profile", parts: [.form(profile)])), .section(other),
        ]
    }
}
