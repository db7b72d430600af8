import ConsoleModel
import ConsolePlatform
import Foundation
import HTTPTypes

/// Which SDK profile an app on a device gets, why, and what it reads.
enum DeviceProfilePage {
    /// The page.
    static func page(_ visit: Visit) async throws -> ConsolePage {
        let frame = try await DeviceFrame(visit)
        let bundle = visit.query.text("bundleId").flatMap { $0.isEmpty ? nil : $0 } ?? frame.bundles.first ?? ""
        var choice = Form("\(frame.base)/profile", button: "Show")
        choice.isSearch = true
        choice.fields = [Field("bundleId", "App", value: bundle).required().with(hint: "It need not be on the device.")]
        if frame.bundles.contains(bundle) { choice.fields = [frame.appField(bundle)] }
        guard !bundle.isEmpty else {
            let empty = EmptyState(
                title: "No app on this device yet", advice: "Name an app above to see what it would get.")
            return frame.page("profile", [.form(choice), .empty(empty)])
        }
        let why = try await visit.api.get("\(frame.route)/explain", ["bundleId": bundle])
        var section = Section("Why this profile", id: "why", parts: explanation(why))
        section = section.live("event")
        var parts: [Part] = [.form(choice), .section(section)]
        parts += try await propertyList(frame, bundle, visit)
        return frame.page("profile", parts)
    }

    private static func explanation(_ why: JSON) -> [Part] {
        let steps = why.steps.list.map { step in
            Tree.Branch(
                cell: .badge(step.rule.text, step.holds.isTrue ? .good : .bad)
                    .with(detail: step.finding.text))
        }
        let payloads = why.payloads.list.map { payload in
            let from = "from \(payload.profile.text), version \(payload.profileVersion.text), of \(payload.group.text)"
            return Tree.Branch(
                cell: .code(payload.payload.text).with(detail: from + (payload.isInherited.isTrue ? ", inherited" : ""))
            )
        }
        let hasProfile = why.outcome.text == "profile"
        let result: Cell =
            hasProfile
            ? .text("\(why.profile.text), version \(why.profileVersion.text)") : .badge(why.outcome.text, .warning)
        var branches = [Tree.Branch(cell: .text("Rules that were checked"), branches: steps)]
        if !payloads.isEmpty { branches.append(Tree.Branch(cell: .text("Payloads"), branches: payloads)) }
        let title = why.application.nonEmpty ?? why.bundleId.text
        let root = Tree.Branch(cell: result.with(detail: "for \(title) (\(why.bundleId.text))"), branches: branches)
        var parts: [Part] = [.tree(Tree(label: "Why this profile", branches: [root]))]
        if !hasProfile {
            parts.append(.note(Note(text: sentence(why.outcome.text), tone: .warning)))
        }
        return parts
    }

    /// What an outcome means for whoever waits for a profile.
    private static func sentence(_ outcome: String) -> String {
        let reason =
            switch outcome {
            case "noApplication":
                "No group from the device's own up to the root has a record of the app: upload or add it."
            case "applicationRetired": "No active version of the app is left on the way up: activate one."
            case "blocked": "The device is blocked: release it on the tab Compliance."
            case "notAssigned": "No smart group the app is assigned to contains the device: assign the app."
            case "noProfile": "The app is given no SDK profile: choose one in its assignment."
            case "noDefaultProfile": "The app is given the default, and no group up to the root sets one."
            default: "There is no profile."
            }
        return "The app gets an empty body. \(reason)"
    }

    private static func propertyList(_ frame: DeviceFrame, _ bundle: String, _ visit: Visit) async throws -> [Part] {
        guard visit.may(.read, .profiles) else { return [] }
        do {
            let call = ConsoleCall(.get, "\(frame.route)/profile", ["bundleId": bundle, "format": "xml"])
            let data = try await visit.api.data(of: try await visit.api.answer(call))
            let text = String(decoding: data, as: UTF8.self)
            let code = CodeBlock(text: text)
            return [.section(Section("Property list, as the device gets it", id: "plist", parts: [.code(code)]))]
        } catch let error as ConsoleError where error.code == .notFound {
            return []
        } catch let error as ConsoleError where error.code == .unprocessable {
            // The profile has what XML cannot hold, and goes out in binary.
            let json = try await visit.api.get("\(frame.route)/profile", ["bundleId": bundle, "format": "json"])
            let parts: [Part] = [
                .note(Note(text: error.message)), .code(CodeBlock(text: json.propertyList.pretty)),
            ]
            return [.section(Section("Property list, as the device reads it", id: "plist", parts: parts))]
        }
    }
}
