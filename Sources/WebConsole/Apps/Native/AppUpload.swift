import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes

/// An app that is made of a file while it arrives: a blob, then an app of it, or nothing.
struct AppUpload: Sendable {
    /// The field of the form that has the file.
    static let field = "package"

    let visit: Visit
    /// Id or uuid of the organization group; nil for that of the administrator.
    let group: String?
    /// What the app is called; nil for the name of the file.
    let name: String?
    /// Whether it is given to those who get the version before it.
    var carriesAssignments = false
    /// The bundle identifier it has to have; nil for any.
    var bundle: String?

    /// Makes the app.
    ///
    /// - Returns: What the route answers.
    /// - Throws: ``FieldRefusal`` with the route's sentence; nothing is left then.
    func install() async throws -> JSON {
        try await FieldRefusal.of(Self.field) {
            guard let file = visit.file else {
                throw ConsoleError(.badRequest, "Choose the file: an IPA, or a package of another platform.")
            }
            let blob = try await uploaded(file)
            do {
                return try checked(try await visit.api.send(.post, "\(Self.route)/begininstall", order(blob, file)))
            } catch let refusal as OtherApp {
                try await visit.api.send(.delete, "\(Self.route)/\(refusal.id)")
                await Self.discard(blob, visit)
                throw refusal.reason
            } catch {
                await Self.discard(blob, visit)
                throw error
            }
        }
    }

    /// Removes an upload that nothing needs; one that is gone already is as well.
    static func discard(_ blob: String, _ visit: Visit) async {
        _ = try? await visit.api.send(.delete, "/api/mam/blobs/blob/\(URLText.escaped(blob))")
    }

    private static let route = NativeKind.uploaded.route

    private struct OtherApp: Error {
        let id: String
        let reason: ConsoleError
    }

    /// Hands the file on while it arrives.
    private func uploaded(_ file: SentFile) async throws -> String {
        var call = ConsoleCall(
            .post, "/api/mam/blobs/uploadblob", ["fileName": file.name, "organizationGroupId": group])
        call.type = "application/octet-stream"
        return try await visit.api.json(call, body: file.body)["Value"].text
    }

    private func order(_ blob: String, _ file: SentFile) -> JSONValue {
        let stem = file.name.split(separator: ".").dropLast().joined(separator: ".")
        let isApple = file.name.lowercased().hasSuffix(".ipa")
        let models = (isApple ? ["iPhone", "iPad"] : ["Any"]).map { JSONValue.members(["ModelName": .string($0)]) }
        return .members([
            "BlobId": .string(blob), "FileName": .string(file.name),
            "ApplicationName": .string(name ?? (stem.isEmpty ? file.name : stem)),
            "SupportedModels": .members(["Model": .array(models)]),
            "LocationGroupId": group.map { .string($0) }, "CarryOverAssignments": .bool(carriesAssignments),
        ])
    }

    /// The app, if it is the one that was meant.
    private func checked(_ app: JSON) throws -> JSON {
        let found = app["BundleId"].text
        guard let bundle, bundle.lowercased() != found.lowercased() else { return app }
        let sentence = "The file is \(found), and no version of \(bundle); add it as an application of its own."
        throw OtherApp(id: app["Id"]["Value"].text, reason: ConsoleError(.unprocessable, sentence))
    }
}
