import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Notes about devices (AdminDeviceDetails, "Notes").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/mdm/devices/{id}/notes` | a page of notes; 204 without one |
/// | POST | `/api/mdm/devices/{id}/notes` | adds a note; 201 |
/// | GET | `/api/mdm/devices/{id}/notes/{noteId}` | one note |
/// | PUT | `/api/mdm/devices/{id}/notes/{noteId}` | changes it; 204 |
/// | DELETE | `/api/mdm/devices/{id}/notes/{noteId}` | forgets it; 204 |
///
/// Each also without `{id}`, by an alternate id.
struct DeviceNoteAdminController {
    private typealias Naming = @Sendable (AdminCall) throws -> DeviceLocator

    /// `errorCode` for an unknown device.
    private static let missing = 5002

    let store: DeviceNoteStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        add("/api/mdm/devices/{id}/notes", to: routes) { try DeviceLocator(path: $0, number: Self.missing) }
        add("/api/mdm/devices/notes", to: routes) { try DeviceLocator($0.query, number: Self.missing) }
    }

    private func add(_ path: String, to routes: AdminRoutes, _ naming: @escaping Naming) {
        let (list, one) = (RouterPath(path), RouterPath("\(path)/{noteId}"))
        routes.get(list) { try await self.list($0, naming) }
        routes.post(list) { try await create($0, naming) }
        routes.get(one) { try await show($0, naming) }
        routes.put(one) { try await change($0, naming) }
        routes.delete(one) { try await delete($0, naming) }
    }

    private func list(_ call: AdminCall, _ naming: Naming) async throws -> AdminAnswer {
        let page = try await store.notes(naming(call), call.page(), for: call.identity)
        return .list(AdminList("DeviceNotes", try page.map(DeviceNoteBody.init)), root: "DeviceNotesResult")
    }

    private func create(_ call: AdminCall, _ naming: Naming) async throws -> AdminAnswer {
        let id = try await store.add(try await text(call), to: naming(call), by: call.identity)
        return .body(AdminCreated(id), root: "EntityId", status: .created)
    }

    private func show(_ call: AdminCall, _ naming: Naming) async throws -> AdminAnswer {
        let note = try await store.note(id(call), of: naming(call), for: call.identity)
        return .body(try DeviceNoteBody(note), root: "DeviceNote")
    }

    private func change(_ call: AdminCall, _ naming: Naming) async throws -> AdminAnswer {
        let text = try await text(call)
        try await store.change(id(call), of: naming(call), to: text, by: call.identity)
        return .empty(.noContent)
    }

    private func delete(_ call: AdminCall, _ naming: Naming) async throws -> AdminAnswer {
        try await store.delete(id(call), of: naming(call), by: call.identity)
        return .empty(.noContent)
    }

    private func text(_ call: AdminCall) async throws -> String {
        try await call.fields().requiredText("Note", maximum: DeviceNoteRecord.limit)
    }

    private func id(_ call: AdminCall) throws -> Int64 {
        let text = try call.context.pathParameter("noteId")
        guard let id = Int64(text) else { throw ConsoleError(.notFound, "There is no note \(text.prefix(40)).") }
        return id
    }
}
