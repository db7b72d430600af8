import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes

/// Files: the package of an app, and the certificates by which it is pushed to.
enum AppFilesPage {
    private static let servers = [("production", "Production"), ("development", "Development")]

    /// Adds the page and its forms.
    static func add(_ kind: NativeKind, to door: PageDoor) {
        let base = "\(kind.path)/{app}/files"
        door.page(base) { try await page(AppFrame(kind, $0), $0) }
        door.get("\(base)/download") { visit in
            let blob = try await AppFrame(kind, visit).everything(visit)["ApplicationFileBlobGUID"].text
            guard !blob.isEmpty else { throw ConsoleError(.notFound, "The app has no file.") }
            var call = ConsoleCall(.get, "/api/mam/blobs/downloadblob/\(URLText.escaped(blob))")
            call.version = 2
            return try await visit.api.answer(call)
        }
        door.form("\(base)/push") { visit in
            let body = JSONValue.members([
                "supportsApns": .bool(visit.form["supportsApns"] == "true"),
                "environment": .string(visit.form["environment"]),
            ])
            try await visit.api.send(.patch, "\(try await AppFrame(kind, visit).mockRoute)/push", body)
            return .stay("How the app is pushed to was saved.")
        }
        door.form("\(base)/certificate") { visit in
            let sent = try await AppFrame(kind, visit).mockRoute + "/push/certificates"
            try await visit.api.send(.post, sent, certificate(visit.form))
            return .stay("The certificate was uploaded. Its private key was looked at and not kept.")
        }
        door.form("\(base)/certificate/remove") { visit in
            let server = URLText.escaped(visit.form["environment"])
            let route = try await AppFrame(kind, visit).mockRoute
            try await visit.api.send(.delete, "\(route)/push/certificates/\(server)")
            return .stay("The certificate was removed.")
        }
    }

    /// A certificate as its route takes it: PEM as it is, anything else in base64.
    private static func certificate(_ form: FormValues) -> JSONValue {
        let packed = form.exactly("certificate")
        let text = Data(base64Encoded: packed).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let password = form.exactly("password")
        return .members([
            "certificate": .string(text.contains("-----BEGIN ") ? text : packed),
            "password": password.isEmpty ? nil : .string(password),
            "environment": form.nonEmpty("server").map { .string($0) },
        ])
    }

    private static func page(_ frame: AppFrame, _ visit: Visit) async throws -> ConsolePage {
        let app = try await frame.everything(visit)
        var parts: [Part] = []
        if frame.kind == .uploaded { parts.append(.section(package(frame, app))) }
        if NativePlatform(app["Platform"].text)?.hasAPNs == true {
            parts += try await push(frame, visit).map { .section($0) }
        } else if parts.isEmpty {
            parts.append(.empty(EmptyState(title: "No files", advice: "Apps of this platform have none here.")))
        }
        return frame.page("files", parts)
    }

    private static func package(_ frame: AppFrame, _ app: JSON) -> Section {
        guard app["ApplicationFileHash"].exists else {
            return Section(
                "Application File", id: "package",
                parts: [
                    .empty(
                        EmptyState(
                            title: "No file",
                            advice: "Nothing was uploaded for the app: it comes from an environment file."))
                ])
        }
        var section = Section(
            "Application File", id: "package",
            parts: [
                .facts([
                    Fact("Size", AppFacts.size(app["AppSizeInKB"])), Fact("Build", .text(app["BuildVersion"].text)),
                    Fact("Minimum OS version", .text(app["MinimumOperatingSystem"].text)),
                    Fact("SHA-256", .code(app["ApplicationFileHash"].text), isCopied: true),
                ])
            ])
        if app["ApplicationFileBlobGUID"].exists {
            section.actions = [.link("Download", "\(frame.base)/files/download")]
        }
        return section
    }

    private static func push(_ frame: AppFrame, _ visit: Visit) async throws -> [Section] {
        let found = try await visit.api.get("\(frame.mockRoute)/push")
        let isPossible = found.push.possible.isTrue
        var parts: [Part] = [
            .facts([
                Fact("Application Supports APNs", .flag(found.supportsApns.isTrue)),
                Fact("APNs Certificate", .text(found.environment.text.capitalized)),
                Fact(
                    "Can be pushed to",
                    .badge(isPossible ? "Yes" : "No", isPossible ? .good : .plain).with(detail: found.push.reason.text)),
            ])
        ]
        parts += found.warnings.list.map { .note(Note(text: $0.text, tone: .warning)) }
        if frame.mayWrite { parts.append(.form(setting(frame, found))) }
        var certificates: [Part] = [.table(table(frame, found))]
        if frame.mayWrite { certificates.append(.form(upload(frame))) }
        return [
            Section("Push", id: "push", parts: parts),
            Section("APNs certificates", id: "certificates", parts: certificates),
        ]
    }

    private static func setting(_ frame: AppFrame, _ found: JSON) -> Form {
        var form = Form("\(frame.base)/files/push", button: "Save")
        form.isInline = true
        form.fields = [
            .choice(
                "supportsApns", "Application Supports APNs", [("true", "Yes"), ("false", "No")],
                value: found.supportsApns.text),
            .choice("environment", "APNs Certificate", servers, value: found.environment.text),
        ]
        return form
    }

    private static func table(_ frame: AppFrame, _ found: JSON) -> Table {
        let rows = found.certificates.list.map { one in
            let server = one.environment.text
            return Table.Row(
                cells: [
                    .text("APNs \(server.capitalized) Certificate").with(detail: one.subject.text),
                    .text(one.topics.list.map(\.text).joined(separator: ", ")), .time(one.validUntil.time),
                    .time(one.uploadedAt.time), .code(one.serialNumber.text),
                ],
                actions: frame.mayWrite
                    ? [
                        .post(
                            "Remove", "\(frame.base)/files/certificate/remove", values: ["environment": server],
                            asking: "Remove the \(server) certificate?", isDangerous: true)
                    ] : [])
        }
        return Table(
            "APNs certificates", columns: ["Certificate", "Pushes to", "Valid until", "Uploaded", "Serial number"],
            rows: rows,
            empty: EmptyState(
                title: "No certificate yet",
                advice: frame.mayWrite ? "Upload one with its private key, as Keychain Access exports it." : ""))
    }

    private static func upload(_ frame: AppFrame) -> Form {
        var form = Form("\(frame.base)/files/certificate", button: "Upload")
        form.title = "Upload a certificate"
        form.fields = [
            .choice(
                "server", "For", [("", "What the certificate says itself")] + servers, value: ""),
            Field("password", "Password", .password).with(hint: "Of a PKCS #12 file; empty for PEM."),
            Field("certificate", "Certificate", .file).required()
                .with(hint: "PKCS #12 (.p12), or PEM with certificate and private key. The key is not kept."),
        ]
        return form
    }
}
