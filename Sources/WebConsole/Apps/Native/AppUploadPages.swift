import ConsoleModel
import ConsolePlatform

/// Uploads of internal apps: a new one, or another version of one.
enum AppUploadPages {
    private static let path = NativeKind.uploaded.path

    /// Adds the pages and their forms.
    static func add(to door: PageDoor) {
        door.page("\(path)/new") { try await new($0) }
        door.file("\(path)/new/upload") { visit in
            let code = visit.form["group"]
            let group = code.isEmpty ? nil : try await GroupChoice.id(code, visit)
            let upload = AppUpload(visit: visit, group: group, name: visit.form.nonEmpty("ApplicationName"))
            return try await outcome(of: upload, "Assign it to a smart group, so that devices get it.")
        }
        door.page("\(path)/{app}/version") { try await version(AppFrame(.uploaded, $0)) }
        door.file("\(path)/{app}/version/upload") { visit in
            let frame = try await AppFrame(.uploaded, visit)
            let app = try await frame.everything(visit)
            var upload = AppUpload(visit: visit, group: app["ManagedByUuid"].text, name: frame.name)
            upload.carriesAssignments = visit.form.isOn("carryOver")
            upload.bundle = frame.bundle
            return try await outcome(of: upload, "Devices get the newest active version that they are assigned.")
        }
    }

    private static func outcome(of upload: AppUpload, _ next: String) async throws -> Outcome {
        let app = try await upload.install()
        return .done(
            "\(app["ApplicationName"].text) \(app["ActualFileVersion"].text) was uploaded. \(next)",
            at: "\(path)/\(app["Id"]["Value"].text)/assignment")
    }

    private static func new(_ visit: Visit) async throws -> ConsolePage {
        var page = ConsolePage("Add Application")
        page.crumbs = [.init("Native", NativeAppPages.path), .init(NativeKind.uploaded.rawValue, path)]
        page.lead =
            "An IPA says its bundle identifier, version and icon itself; nothing is kept of a file that is refused."
        guard visit.may(.write, .applications) else {
            page.parts = [refusal]
            return page
        }
        var form = Form("\(path)/new/upload", button: "Upload")
        form.isUpload = true
        if visit.may(.read, .organizationGroups) {
            form.fields.append(try await GroupChoice.field(visit, chosen: try await GroupChoice.asked(visit)))
        }
        form.fields += [
            Field("ApplicationName", "Name").with(hint: "Left empty, it is that of the file, without its ending."),
            file,
        ]
        page.parts = [.form(form)]
        return page
    }

    private static func version(_ frame: AppFrame) async throws -> ConsolePage {
        guard frame.mayWrite else { return frame.page("Add Version", below: "", [refusal]) }
        var form = Form("\(frame.base)/version/upload", button: "Upload")
        form.isUpload = true
        form.fields = [
            .flag("carryOver", "Carry over assignments", true)
                .with(hint: "Smart groups that get the version before get this one, with the same settings."),
            file,
        ]
        var page = frame.page("Add Version", below: "", [.form(form)])
        page.lead = "Another version of \(frame.bundle), beside \(frame.app.version.text)."
        return page
    }

    private static let refusal = Part.note(Note(text: "Your role may look at apps, and upload none."))

    /// It is the last field, so that the others are known when it arrives.
    private static var file: Field {
        Field(AppUpload.field, "Application File", .file).required()
            .with(hint: "IPA. Packages of other platforms (APK, PKG, MSI and the like) are known by their names alone.")
    }
}
