import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation
import Hummingbird

/// Events of the devices of a group (AdminDevices, "Audit").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/mdm/ogs/{groupCode}/devices/audit` | a page of devices with what became of them |
struct DeviceAuditAdminController {
    let store: DeviceAuditStore
    let origin: PublicOrigin

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.get("/api/mdm/ogs/{groupCode}/devices/audit", list)
    }

    @Sendable private func list(_ call: AdminCall) async throws -> AdminAnswer {
        let code = try call.context.pathParameter("groupCode")
        let page = try await store.devices(
            of: code, try DeviceAuditSearch(call.query), for: call.identity, page: try call.page())
        let address = "\(origin.of(call.request))/api/mdm/ogs/\(Self.escaped(code))/devices/audit"
        let filters = ["serialnumber", "status", "startdate", "enddate"].compactMap { name in
            call.query.text(name).map { "&\(name)=\(Self.escaped($0))" }
        }
        return .body(DeviceAuditBody(page, address: address, filters: filters.joined()), root: "DeviceAudit")
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}

extension DeviceAuditSearch {
    /// Reads a query; empty parameters filter nothing.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the parameter.
    init(_ query: QueryParameters) throws {
        self.init()
        serialNumber = query.text("serialnumber")
        (from, till) = (try query.date("startdate"), try query.date("enddate"))
        guard let word = query.text("status") else { return }
        status = AuditEvent.Status.allCases.first { DeviceWords.areSame($0.rawValue, word) }
        guard status != nil else {
            let words = AuditEvent.Status.allCases.map(\.rawValue).joined(separator: ", ")
            throw ConsoleError(.badRequest, "Status is \"\(word.prefix(40))\"; it has to be one of \(words).")
        }
    }
}
