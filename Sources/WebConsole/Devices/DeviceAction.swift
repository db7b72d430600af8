import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes

/// Something that is done with one device; named by the last segment of its form's address.
enum DeviceAction: String, CaseIterable, Sendable {
    case query, lock, delete, edit, group, tags, block, release
    case enterpriseWipe = "enterprise-wipe"
    case deviceWipe = "device-wipe"
    case checkIn = "check-in"
    case checkOut = "check-out"
    case sendProfile = "send-profile"
    case customCommand = "custom-command"
    case requestLogs = "request-logs"

    /// Calls the route that does it.
    func act(_ call: DeviceCaller) async throws -> Outcome {
        let form = call.visit.form
        switch self {
        case .query: return .stay(try await call.order("DeviceQuery", saying: "The device is asked for its state."))
        case .lock: return .stay(try await call.order("LockDevice", saying: "The lock is queued for every app on it."))
        case .enterpriseWipe:
            try await call.send(.post, "/commands/enterprise-wipe")
            return .stay("The enterprise wipe is ordered.")
        case .deviceWipe:
            try await call.send(.post, "/commands/device-wipe")
            return .stay("The device wipe is ordered.")
        case .delete:
            try await call.send(.delete, "")
            return .done("The device is deleted; what it has sent stays.", at: "/console/devices")
        case .checkIn:
            try await call.send(.post, "/check-in")
            return .stay("The device is checked in, and has no user.")
        case .checkOut:
            try await call.send(.post, "/check-out", .members(["username": .string(form["username"])]))
            return .stay("The device is checked out to \(form["username"]).")
        case .group:
            try await call.send(.patch, "", .members(["group": .string(form["group"])]))
            return .stay("The device is in the organization group \(form["group"]).")
        case .edit, .tags, .block, .release: return try await change(call)
        case .sendProfile, .customCommand, .requestLogs: return try await queue(call)
        }
    }

    /// Changes the device itself.
    private func change(_ call: DeviceCaller) async throws -> Outcome {
        let form = call.visit.form
        switch self {
        case .tags:
            let ticked = form.names.filter { $0.hasPrefix("tag-") && form.isOn($0) }.map { String($0.dropFirst(4)) }
            let further = form["furtherTags"].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            let names = ticked + further.filter { !$0.isEmpty && !ticked.contains($0) }
            try await call.send(.patch, "", .members(["tags": .array(names.map { .string($0) })]))
            return .stay(names.isEmpty ? "The device has no tags." : "Tags: \(names.joined(separator: ", ")).")
        case .block, .release:
            try await call.send(.put, "/compliance", .members(["blocked": .bool(self == .block)]))
            return .stay(self == .block ? "The device is blocked." : "The device is released.")
        default:
            try await call.send(
                .patch, "",
                .members([
                    "friendlyName": .string(form["friendlyName"]), "ownership": .string(form["ownership"]),
                    "assetNumber": .string(form["assetNumber"]),
                ]))
            return .stay("The device is saved.")
        }
    }

    /// Queues a command for an app, or for all apps on the device.
    private func queue(_ call: DeviceCaller) async throws -> Outcome {
        let form = call.visit.form
        let app = form.nonEmpty("bundleId") ?? form["app"]
        let isForAll = app.isEmpty
        func integer(_ name: String) -> JSONValue? {
            form.nonEmpty(name).map { Int($0).map(JSONValue.integer) ?? .string($0) }
        }
        let bundle: JSONValue? = isForAll ? nil : .string(app)
        let all: JSONValue? = isForAll ? .bool(true) : nil
        let body: JSONValue
        switch self {
        case .sendProfile:
            body = .members([
                "requestType": .string("InstallProfile"), "profile": .string(form["profile"]), "bundleId": bundle,
                "allApps": all,
            ])
        case .requestLogs:
            body = .members([
                "requestType": .string("UploadLogs"), "logLevel": .string(form["logLevel"]),
                "logPeriodSeconds": integer("logPeriodSeconds"),
                "logType": form.nonEmpty("logType").map { .string($0) },
                "bundleId": bundle, "allApps": all,
            ])
        default:
            body = .members([
                "requestType": .string(form["requestType"]), "settings": try Self.settings(form.exactly("settings")),
                "expiresInMinutes": integer("expiresInMinutes"), "bundleId": bundle, "allApps": all,
            ])
        }
        let answer = try await call.send(.post, "/commands", body)
        let count = answer.queued.integer ?? 0
        let warnings = answer.warnings.list.map(\.text)
        let said = (count == 1 ? "1 command is queued." : "\(count) commands are queued.")
        return .done(([said] + warnings).joined(separator: " "), at: "\(call.base)/commands")
    }

    /// The object that was typed; nil for none.
    private static func settings(_ text: String) throws -> JSONValue? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { return nil }
        guard let value = try? JSONValue(json: Data(text.utf8)), case .object = value else {
            throw ConsoleError(.badRequest, "settings has to be a JSON object, such as {\"Title\": \"Hello\"}.")
        }
        return value
    }
}

/// The routes of one device, for whoever sent a form of its pages.
struct DeviceCaller: Sendable {
    let visit: Visit
    /// The address of its pages.
    let base: String

    /// The device that the address of a form names.
    init(_ visit: Visit) {
        self.visit = visit
        base = "/console/devices/\(visit.segment("udid"))"
    }

    /// Sends something to a route below the device's.
    @discardableResult
    func send(_ method: HTTPRequest.Method, _ path: String, _ json: JSONValue? = nil) async throws -> JSON {
        try await visit.api.send(method, "/_mock/devices/\(visit.segment("udid"))\(path)", json)
    }

    /// Orders a command of the admin REST API.
    func order(_ command: String, saying text: String) async throws -> String {
        let known = try await visit.api.get("/_mock/devices/\(visit.segment("udid"))")
        // The identifier itself where that is what the page is of: several devices may have it, which the route refuses.
        let isUUID = known.uuid.text.lowercased() == visit.capture("udid").lowercased()
        try await visit.api.send(
            .post,
            "/api/mdm/devices/commands?command=\(command)&searchby=\(isUUID ? "Uuid" : "Udid")&id=\(visit.segment("udid"))"
        )
        return text
    }
}
