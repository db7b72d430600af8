import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// The environment of a running console (EnvironmentFile).
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/environment` | the environment file |
/// | POST | `/_mock/environment?onConflict=` | imports the file in the body, and answers what it did |
struct EnvironmentMockController {
    let importer: EnvironmentImporter
    let exporter: EnvironmentExporter
    /// The largest file, in bytes.
    let bodyLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/environment", use: export)
        router.post("/_mock/environment", use: importFile)
    }

    private func export(_ request: Request, context: AdminRequestContext) async throws -> Response {
        try requireWholeTree(context)
        return .text(try await exporter.exportText(), type: "application/yaml; charset=utf-8")
    }

    private func importFile(_ request: Request, context: AdminRequestContext) async throws -> Response {
        try requireWholeTree(context)
        let policy = try policy(request)
        let body = try await request.body.collect(upTo: bodyLimit)
        guard let text = String(data: Data(body.readableBytesView), encoding: .utf8) else {
            throw ConsoleError(.badRequest, "The environment file is not UTF-8.")
        }
        let summary = try await importer.importText(text, policy: policy, by: .administrator(context.identity.name))
        return try .json(summary)
    }

    private func policy(_ request: Request) throws -> ConflictPolicy {
        guard let text = QueryParameters(request).value("onConflict") else { return .overwrite }
        guard let policy = ConflictPolicy(rawValue: text.lowercased()) else {
            let allowed = ConflictPolicy.allCases.map(\.rawValue).joined(separator: ", ")
            throw ConsoleError(.badRequest, "onConflict is \"\(text.prefix(40))\"; it has to be one of \(allowed).")
        }
        return policy
    }

    /// A file can change every group, so only administrators of the topmost one may send it; it contains password
    /// hashes, so administrators who may only read do not get it.
    private func requireWholeTree(_ context: AdminRequestContext) throws {
        try context.identity.require(AdminPermission(area: .console, access: .write))
        guard context.identity.groupID == OrganizationGroupRecord.globalID else {
            throw ConsoleError(.forbidden, "Environment files are for administrators of the topmost group.")
        }
    }
}
