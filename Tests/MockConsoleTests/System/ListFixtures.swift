import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// A list of the admin REST API: where it is, and what it is wrapped in.
struct ListRoute: Sendable {
    /// How an answer says which page it is.
    enum Envelope: Sendable {
        /// `Page`, `PageSize`, `Total`.
        case pages
        /// `TotalResults`.
        case results
        /// `page`, `page_size`, `total`.
        case snakePages
        /// `Total` only.
        case total

        /// Name of the count.
        var total: String {
            switch self {
            case .pages, .total: "Total"
            case .results: "TotalResults"
            case .snakePages: "total"
            }
        }

        /// Names of the number of the page and of its size.
        var page: (number: String, size: String)? {
            switch self {
            case .pages: ("Page", "PageSize")
            case .snakePages: ("page", "page_size")
            case .results, .total: nil
            }
        }
    }

    let path: String
    let list: String
    var version = 1
    var envelope = Envelope.pages
    /// Whether a page of nothing is 204 without a body.
    var isAbsentIfEmpty = true
}

extension SmartGroupWorld {
    /// Every list there is about groups, users, administrators, apps and profiles, each with two items at least.
    func lists() async throws -> [ListRoute] {
        let (app, profile) = try await fill()
        let group = "system/groups/\(acme)"
        return [
            ListRoute(path: "system/groups/search", list: "LocationGroups", isAbsentIfEmpty: false),
            ListRoute(
                path: "system/groups/search", list: "OrganizationGroups", version: 2, envelope: .results,
                isAbsentIfEmpty: false),
            ListRoute(path: "\(group)/getadmins", list: "Admins", isAbsentIfEmpty: false),
            ListRoute(path: "\(group)/users", list: "Users", isAbsentIfEmpty: false),
            ListRoute(path: "\(group)/tags", list: "Tags", isAbsentIfEmpty: false),
            ListRoute(path: "system/groups/devicecounts", list: "LocationGroups", isAbsentIfEmpty: false),
            ListRoute(
                path: "system/enrollment/restriction-policies", list: "restriction_policies", version: 2,
                envelope: .snakePages, isAbsentIfEmpty: false),
            ListRoute(path: "system/users/search", list: "Users", isAbsentIfEmpty: false),
            ListRoute(path: "system/users/search", list: "users", version: 2, isAbsentIfEmpty: false),
            ListRoute(path: "system/users/enrolleddevices/search", list: "EnrolledDeviceInfoList"),
            ListRoute(path: "system/users/registereddevices/search", list: "RegisteredDeviceInfoList"),
            ListRoute(path: "system/admins/search", list: "Admins"),
            ListRoute(path: "system/admins/search", list: "admins", version: 2),
            ListRoute(path: "system/usergroups/search", list: "UserGroup"),
            ListRoute(
                path: "system/usergroups/\(sales)/users", list: "EnrollmentUser", envelope: .total,
                isAbsentIfEmpty: false),
            ListRoute(path: "mam/apps/search", list: "Application"),
            ListRoute(path: "mam/apps/search", list: "applications", version: 2, envelope: .snakePages),
            ListRoute(path: "mam/apps/purchased/search", list: "Application"),
            ListRoute(path: "mam/apps/appgroups/search", list: "ApplicationGroup"),
            ListRoute(path: "mam/apps/appgroups/1/apps", list: "Applications"),
            ListRoute(path: "mam/apps/removallogs", list: "AppRemovalLogs"),
            ListRoute(path: "mam/apps/internal/\(app)/devices", list: "DeviceId"),
            ListRoute(
                path: "mam/apps/\(app)/devices", list: "devices", envelope: .results, isAbsentIfEmpty: false),
            ListRoute(path: "mdm/profiles/search", list: "Profiles"),
            ListRoute(path: "mdm/profiles/search", list: "ProfileList", version: 2, envelope: .results),
            ListRoute(
                path: "mdm/profiles/\(profile)/devices", list: "profileAssignedDevices", envelope: .results),
            ListRoute(path: "mdm/ogs/acme/devices/audit", list: "Devices", isAbsentIfEmpty: false),
        ]
    }

    /// Two of everything; the ids of an app and a profile all devices of acme are given.
    private func fill() async throws -> (app: Int64, profile: Int64) {
        _ = try await console.api(.readOnly, of: "field")
        let everybody = try await console.smartGroupID("Everybody")
        for number in 1...2 {
            for (path, body) in [
                ("system/usergroups/createcustomusergroup", #"{"GroupName":"Crew \#(number)"}"#),
                ("mdm/tags/addtag", #"{"TagName":"tag \#(number)","TagType":1,"LocationGroupId":\#(acme)}"#),
                (
                    "mam/apps/appgroups",
                    #"{"Name":"List \#(number)","AppGroupType":"Whitelist","Platform":"Apple","Applications":[{"BundleId":"com.a"},{"BundleId":"com.b"}]}"#
                ),
            ] {
                let answer = try await api.call(.post, path, body)
                #expect(answer.status == .ok, "\(path): \(answer.text)")
            }
            let purchase = try await api.mock(
                .post, "applications/purchased", #"{"name":"Paid \#(number)","bundleId":"com.acme.paid\#(number)"}"#)
            #expect(purchase.status == .created, "\(purchase.text)")
            var waiting = try DeviceRecord.test("e\(number)", groupID: acme, userID: ada)
            waiting.enrollmentStatus = EnrollmentStatus.registered.rawValue
            try await console.parts.core.database.add(waiting)
        }
        let added = try await api.call(.post, "system/usergroups/\(sales)/user/\(bob)/addusertogroup")
        #expect(added.status == .ok, "\(added.text)")
        let profile = try await createProfile(",\"AssignedSmartGroups\":[\(everybody)]", named: "One")
        _ = try await createProfile("", named: "Two")
        let app = try await api.install(in: acme)
        #expect(try await api.assign(app, to: [everybody]).status == .created)
        for udid in ["d1", "d2"] {
            let uninstall = try await api.call(
                .post, "mam/apps/internal/\(app.id)/uninstall", #"{"Udid":"\#(udid)"}"#)
            #expect(uninstall.status == .noContent, "\(uninstall.text)")
            let change = try await api.call(
                .put, "mdm/devices?searchby=Udid&id=\(udid)", #"{"DeviceFriendlyName":"\#(udid) phone"}"#)
            #expect(change.status == .noContent, "\(change.text)")
        }
        return (app.id, profile)
    }
}
