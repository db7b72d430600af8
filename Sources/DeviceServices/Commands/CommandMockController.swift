import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import Hummingbird

/// Queueing commands (AdminAPI, "Commands").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/_mock/devices/{udid}/commands` | queues a command for an app on a device, or for all of them |
/// | POST | `/_mock/commands` | queues a command for many devices; how many |
/// | GET | `/_mock/commands/{id}` | one command with all it holds |
struct CommandMockController {
    let store: CommandStore
    /// Asks the room of profiles.
    let renderProfile: CommandFeature.ProfileRendering
    /// The name of the setting of `UploadLogs` with the type of the logs; empty leaves it out.
    let logTypeName: String
    let origin: PublicOrigin
    /// Bytes of a body.
    let bodyLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.post("/_mock/devices/{udid}/commands", use: queue)
        router.post("/_mock/commands", use: queueMany)
        router.get("/_mock/commands/{id}", use: show)
    }

    private func queue(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let udid = try context.pathParameter("udid", as: DeviceIdentifier.init)
        let object = try await object(request)
        let order = try CommandOrder(object, beside: ["bundleId", "allApps"])
        let bundle: BundleIdentifier?
        do { bundle = try object.identifier("bundleId") } catch { throw ConsoleError(.badRequest, "\(error).") }
        let targets = try await store.targets(
            bundle: bundle, allApps: try allApps(object, bundle), on: udid, in: context.identity.subtree)
        let records = try await enqueue(order, targets, request, context)
        let commands = try zip(records, targets).map { try CommandBody($0, for: $1).shown(to: context.identity) }
        let warnings = try await store.warnings(for: targets)
        return try .json(
            QueuedCommandsBody(
                queued: records.count, commands: commands, push: PushVerdict.counts(records.map(\.push)),
                warnings: warnings), status: .created)
    }

    private func allApps(_ object: JSONObjectReader, _ bundle: BundleIdentifier?) throws -> Bool {
        switch object.value("allApps") {
        case nil, .bool(false): return false
        case .bool(true):
            guard bundle == nil else { throw ConsoleError(.badRequest, "Give bundleId or allApps, not both.") }
            return true
        default: throw ConsoleError(.badRequest, "allApps has to be true or false.")
        }
    }

    private func queueMany(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let object = try await object(request)
        let order = try CommandOrder(object, beside: CommandSelection.members)
        let targets = try await store.targets(
            try CommandSelection(object), in: context.identity.subtree)
        let records = try await enqueue(order, targets, request, context)
        let warnings = try await store.warnings(for: targets)
        return try .json(
            QueuedCommandsBody(
                queued: records.count, commands: nil, push: PushVerdict.counts(records.map(\.push)),
                warnings: warnings), status: .created)
    }

    private func show(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let id = try context.pathParameter("id", as: Int64.init)
        let row = try await store.command(id, in: context.identity.subtree)
        return try .json(try CommandBody(row).shown(to: context.identity))
    }

    private func object(_ request: Request) async throws -> JSONObjectReader {
        let data = try await request.data(limit: bodyLimit)
        do {
            return try JSONObjectReader(data)
        } catch {
            throw ConsoleError(.badRequest, "The command cannot be read: \(error).")
        }
    }

    /// A profile is rendered for each app, since images and inherited payloads differ.
    private func enqueue(
        _ order: CommandOrder, _ targets: [CommandTarget], _ request: Request, _ context: AdminRequestContext
    ) async throws -> [CommandRecord] {
        var prepared: [(CommandTarget, [String: PropertyListValue])] = []
        for target in targets {
            var settings: [String: PropertyListValue] = [:]
            if let type = order.logType, !logTypeName.isEmpty {
                settings[logTypeName] = .integer(Int64(type.rawValue))
            }
            if let profile = order.profile {
                settings["Payload"] = .data(try await renderProfile(profile, target, origin.of(request)))
            }
            prepared.append((target, settings))
        }
        return try await store.enqueue(order, for: prepared, by: context.identity)
    }
}
