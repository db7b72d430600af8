import ConsolePlatform
import DeviceProtocol
import Foundation

/// The body of a request for a smart group, with ids in place of the names that people type.
struct SmartGroupDraftBody {
    let visit: Visit
    /// The smart group as it is; nothing for a new one.
    let known: JSON

    /// The body.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for a user or device that cannot be found.
    func json(of values: SmartGroupValues) async throws -> JSONValue {
        var members = [
            JSONMember(name: "CriteriaType", value: .string(values.type.isEmpty ? "All" : values.type))
        ]
        if !values.name.isEmpty { members.insert(JSONMember(name: "Name", value: .string(values.name)), at: 0) }
        if !values.home.isEmpty {
            members.append(JSONMember(name: "ManagedByOrganizationGroupId", value: .string(values.home)))
        }
        for list in SmartGroupValues.lists {
            members.append(JSONMember(name: list.name, value: .array(try await elements(of: list, values))))
        }
        let versions = values.versions.map { version in
            JSONValue.members([
                "DeviceType": version.platform.isEmpty ? nil : .string(version.platform),
                "Operator": .string(version.comparison), "Value": .string(version.value),
            ])
        }
        return .object(members + [JSONMember(name: "OperatingSystems", value: .array(versions))])
    }

    private func elements(of list: SmartGroupValues.List, _ values: SmartGroupValues) async throws -> [JSONValue] {
        let chosen = values.chosen[list.name, default: []].sorted()
        let lines = values.lines[list.name, default: ""].split(separator: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        switch list.kind {
        case .words: return chosen.map { .string($0) }
        case .ids: return chosen.map(reference)
        case .lines: return lines.map { .string($0) }
        case .users, .devices:
            let there = SmartGroupValues.lines(known[list.name].list)
            var references: [JSONValue] = []
            for line in lines {
                if let one = there.first(where: { $0.text == line }) {
                    references.append(reference(one.id))
                } else {
                    references.append(reference(try await id(of: line, in: list)))
                }
            }
            return references
        }
    }

    private func reference(_ id: String) -> JSONValue { .members(["Id": .string(id)]) }

    private func id(of line: String, in list: SmartGroupValues.List) async throws -> String {
        if case .users = list.kind { return try await user(line, list.name) }
        return try await device(line, list.name)
    }

    private func user(_ name: String, _ list: String) async throws -> String {
        let found = try await visit.api.get("/api/system/users/search", ["username": name])
        let user = found["Users"].list.first { $0["UserName"].text.lowercased() == name.lowercased() }
        guard let id = user?["Id"]["Value"].nonEmpty else {
            throw ConsoleError(.badRequest, "\(list): there is no user \"\(name)\".")
        }
        return id
    }

    private func device(_ name: String, _ list: String) async throws -> String {
        let found = try await visit.api.get("/_mock/devices", ["text": name, "pageSize": "50"])
        let word = name.lowercased()
        let devices = found.items.list.filter { device in
            [device.udid, device.uuid, device.serialNumber, device.friendlyName].contains {
                $0.text.lowercased() == word
            }
        }
        guard let device = devices.first else {
            throw ConsoleError(.badRequest, "\(list): there is no device \"\(name)\".")
        }
        guard devices.count == 1 else {
            throw ConsoleError(
                .badRequest, "\(list): \(devices.count) devices are called \"\(name)\"; give the identifier of one.")
        }
        return device.id.text
    }
}
