import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Users are changed, moved, deactivated and deleted, and what belongs to them follows (AdminUsers, "Users").
struct UserChangeTests {
    @Test func `Version 1 changes what the body names`() async throws {
        try await withConsole { console in
            let (id, _) = try await console.makeUser(more: #","FirstName":"Ada","Email":"a@b.test""#)
            let response = try await console.api.call(
                .post, "system/users/\(id)/update", #"{"LastName":"King","Email":"","UserName":"countess"}"#)
            #expect(response.status == .ok && response.text.isEmpty && response.headers[.contentType] == nil)
            let user = try await console.api.object("system/users/\(id)")
            #expect(user["DisplayName"] as? String == "Ada King" && user["Email"] as? String == "")
            #expect(user["UserName"] as? String == "countess")
            let events = try await console.events("enrollmentUser.updated")
            #expect(events.count == 1 && events[0].contains(#""lastName":"King""#))
            let again = try await console.api.call(.post, "system/users/\(id)/update", #"{"LastName":"King"}"#)
            #expect(again.status == .ok)
            #expect(try await console.events("enrollmentUser.updated").count == 1)
        }
    }

    @Test func `Version 2 changes a user by uuid`() async throws {
        try await withConsole { console in
            let (_, uuid) = try await console.makeUser()
            let change = #"{"department":"Engines","customAttribute3":"3","deviceStagingEnabled":true}"#
            let response = try await console.api.call(.put, "system/users/\(uuid)", change, version: 2)
            #expect(response.status == .ok && response.text.isEmpty)
            let user = try await console.api.object("system/users/\(uuid)", version: 2)
            #expect(user["department"] as? String == "Engines" && user["customAttribute3"] as? String == "3")
            #expect(user["deviceStagingType"] as? String == "StandardSingleUser")
            #expect(user["userName"] as? String == "ada")
        }
    }

    @Test func `After a change of password only the new one signs in, and a lock is taken back`() async throws {
        try await withConsole { console in
            let (id, _) = try await console.makeUser(password: "old")
            _ = try await console.signIn("ada", "old")
            try await console.execute("UPDATE enrollmentUser SET failedLogins = 9, lockedAt = 1 WHERE id = \(id)")
            let response = try await console.api.call(.post, "system/users/\(id)/update", #"{"Password":"new"}"#)
            #expect(response.status == .ok)
            #expect(try await !console.canSignIn("ada", "old", device: "00aa11bb22cc33dd"))
            _ = try await console.signIn("ada", "new", device: "00aa11bb22cc33dd")
            let locked = try await console.parts.value("SELECT lockedAt FROM enrollmentUser WHERE id = \(id)", Int.self)
            #expect(locked == nil)
            let events = try await console.events("enrollmentUser.updated")
            #expect(events.count == 1 && events[0].contains(#""password":"changed""#))
        }
    }

    @Test func `A deactivated user is cut off at once, and comes back when activated`() async throws {
        try await withConsole { console in
            let (id, _) = try await console.makeUser()
            for scheme in [SimulatedClient.Scheme.signature, .bearer] {
                var client = try console.device(scheme: scheme)
                try await client.logIn(username: "ada", password: "secret", organizationGroup: "demo")
                _ = try await client.fetchProfile()
                let off = try await console.api.call(.post, "system/users/\(id)/deactivate")
                #expect(off.status == .ok && off.text.isEmpty)
                let refused = try await console.fetchStatus(client)
                #expect([401, 403].contains(refused))
                #expect(try await !console.canSignIn("ada", "secret"))
                let twice = try await console.api.call(.post, "system/users/\(id)/DEACTIVATE")
                try expectRefusal(twice, 400, number: 6, saying: "already inactive")
                #expect(try await console.api.object("system/users/\(id)")["Status"] as? Bool == false)
                let on = try await console.api.call(.post, "system/users/\(id)/activate")
                #expect(on.status == .ok)
            }
            _ = try await console.signIn("ada", "secret")
            let active = try await console.api.call(.post, "system/users/\(id)/activate")
            try expectRefusal(active, 400, number: 6, saying: "User is already active.")
            #expect(try await console.events("credential.revoked").count == 2)
        }
    }

    @Test func `A status of false in a body deactivates as well`() async throws {
        try await withConsole { console in
            let (id, uuid) = try await console.makeUser()
            var client = try await console.signIn("ada", "secret")
            _ = try await console.api.call(.put, "system/users/\(uuid)", #"{"status":false}"#, version: 2)
            let refused = try await console.fetchStatus(client)
            #expect([401, 403].contains(refused))
            _ = try await console.api.call(.post, "system/users/\(id)/update", #"{"Status":"Active"}"#)
            try await client.logIn(username: "ada", password: "secret", organizationGroup: "demo")
        }
    }

    @Test func `A user moves to another group and signs in there`() async throws {
        try await withConsole { console in
            let (id, _) = try await console.makeUser()
            let target = try await console.homeID("appreview")
            let moved = try await console.api.call(
                .post, "system/users/\(id)/changelocationgroup?targetlg=\(target)")
            #expect(moved.status == .ok)
            let user = try await console.api.object("system/users/\(id)")
            #expect(user["LocationGroupId"] as? String == "\(target)" && user["Group"] as? String == "App Review")
            #expect(try await !console.canSignIn("ada", "secret"))
            _ = try await console.signIn("ada", "secret", group: "appreview")
            for query in ["", "?targetLG=", "?targetLG=x", "?targetLG=99"] {
                let response = try await console.api.call(.post, "system/users/\(id)/changelocationgroup\(query)")
                try expectRefusal(response, 400, number: 400)
            }
            try await console.makeUser("ada")
            let back = try await console.api.call(
                .post, "system/users/\(id)/changelocationgroup?targetLG=\(try await console.homeID())")
            try expectRefusal(back, 400, number: 6, saying: "exists in demo")
        }
    }

    @Test func `A user with enrolled devices is not deleted; without, they are, and their credentials end`()
        async throws
    {
        try await withConsole { console in
            let (id, uuid) = try await console.makeUser()
            let client = try await console.signIn("ada", "secret")
            let first = try await console.api.call(.delete, "system/users/\(id)/delete")
            try expectRefusal(first, 400, number: 9, saying: "1 enrolled device")
            let second = try await console.api.call(.delete, "system/users/\(uuid)", version: 2)
            try expectRefusal(second, 400, number: 9)
            _ = try await console.admin(.post, "/_mock/devices/\(client.device)/commands/unenroll")
            let deleted = try await console.api.call(.delete, "system/users/\(uuid)", version: 2)
            #expect(deleted.status == .ok && deleted.text.isEmpty)
            let gone = try await console.api.call(.get, "system/users/\(id)")
            try expectRefusal(gone, 404, number: 404, saying: "User not found")
            #expect(try await !console.canSignIn("ada", "secret"))
            #expect(try await console.events("enrollmentUser.deleted").count == 1)
            let (other, _) = try await console.makeUser("grace")
            #expect(other > id)
            #expect(try await console.api.call(.delete, "system/users/\(other)/delete").status == .ok)
        }
    }

    @Test func `Bulk routes do what they can and say what they could not`() async throws {
        try await withConsole { console in
            let (ada, _) = try await console.makeUser("ada")
            let (grace, uuid) = try await console.makeUser("grace")
            func bulk(_ action: String, _ values: String) async throws -> [String: Any] {
                let response = try await console.api.call(
                    .post, "system/users/\(action)", #"{"BulkValues":{"Value":[\#(values)]}}"#)
                #expect(response.status == .ok, "\(response.text)")
                return try response.json()
            }
            let off = try await bulk("deactivate", #""\#(ada)",\#(grace),"99","x""#)
            #expect(off["TotalItems"] as? Int == 4 && off["AcceptedItems"] as? Int == 2)
            let faults = try #require((off["Faults"] as? [String: Any])?["Fault"] as? [[String: Any]])
            #expect(faults.map { $0["ItemValue"] as? String } == ["99", "x"])
            #expect(
                faults.allSatisfy { $0["ErrorCode"] as? Int == 404 && $0["Message"] as? String == "User not found" })
            let again = try await bulk("deactivate", "\(ada)")
            #expect(again["FailedItems"] as? Int == 1)
            #expect(try await bulk("activate", #""\#(ada)","\#(uuid)""#)["AcceptedItems"] as? Int == 2)
            _ = try await console.signIn("ada", "secret")
            let deleted = try await bulk("delete", "\(ada),\(grace)")
            #expect(deleted["AcceptedItems"] as? Int == 1)
            let kept = (deleted["Faults"] as? [String: Any])?["Fault"] as? [[String: Any]]
            #expect(kept?.first?["ErrorCode"] as? Int == 9)
            for body in ["", "{}", #"{"BulkValues":{"Value":[]}}"#] {
                try expectRefusal(try await console.api.call(.post, "system/users/delete", body), 400, number: 400)
            }
        }
    }

    @Test func `An unknown user is answered by version`() async throws {
        try await withConsole { console in
            for (method, tail, version, number) in [
                (HTTPRequest.Method.get, "", 1, 404), (.post, "/update", 1, 404), (.post, "/activate", 1, 404),
                (.post, "/deactivate", 1, 404), (.post, "/changelocationgroup?targetLG=7", 1, 404),
                (.delete, "/delete", 1, 404), (.get, "", 2, 12), (.put, "", 2, 12), (.delete, "", 2, 12),
            ] {
                let nobody = version == 1 ? "99" : "00000000-0000-4000-8000-000000000000"
                for id in [nobody, "x", "99999999999999999999"] where version == 1 || id != "x" || method != .get {
                    let response = try await console.api.call(
                        method, "system/users/\(id)\(tail)", method == .get ? nil : "{}", version: version)
                    try expectRefusal(response, 404, number: number)
                }
            }
        }
    }

    @Test func `A user of another's groups is not there, and whoever only reads changes nothing`() async throws {
        try await withConsole { console in
            let (id, uuid) = try await console.makeUser()
            let calls: [(HTTPRequest.Method, String, Int)] = [
                (.post, "\(id)/update", 1), (.post, "\(id)/activate", 1), (.post, "\(id)/deactivate", 1),
                (.post, "\(id)/changelocationgroup?targetLG=7", 1), (.delete, "\(id)/delete", 1),
                (.put, uuid, 2), (.delete, uuid, 2),
            ]
            let foreign = try await console.api(.consoleAdministrator, of: "appreview")
            let reader = try await console.api(.readOnly, of: "demo")
            for (method, path, version) in calls {
                let missing = try await foreign.call(method, "system/users/\(path)", "{}", version: version)
                try expectRefusal(missing, 404, number: version == 1 ? 404 : 12)
                let refused = try await reader.call(method, "system/users/\(path)", "{}", version: version)
                try expectRefusal(refused, 403, number: 1011)
            }
            try expectRefusal(try await foreign.call(.get, "system/users/\(id)"), 404, number: 404)
            #expect(try await reader.call(.get, "system/users/\(id)").status == .ok)
            for action in ["activate", "deactivate", "delete"] {
                let body = #"{"BulkValues":{"Value":["\#(id)"]}}"#
                let bulk = try await foreign.call(.post, "system/users/\(action)", body)
                #expect(try bulk.json()["FailedItems"] as? Int == 1)
                try expectRefusal(
                    try await reader.call(.post, "system/users/\(action)", body), 403, number: 1011)
            }
        }
    }

    @Test(arguments: [
        (#"{"UserName":"demo"}"#, 6), (#"{"LocationGroupId":"99"}"#, 400), (#"{"SecurityType":"card"}"#, 400),
        (#"{"UserName":""}"#, 1012), (#"{"CustomAttribute1":[1]}"#, 400),
    ])
    func `A change that cannot be made leaves the user as they are`(body: String, number: Int) async throws {
        try await withConsole { console in
            let (id, uuid) = try await console.makeUser()
            let before = try await console.api.call(.get, "system/users/\(id)").text
            let status = number == 1012 ? 422 : 400
            for (method, path, version) in [(HTTPRequest.Method.post, "\(id)/update", 1), (.put, uuid, 2)] {
                let response = try await console.api.call(method, "system/users/\(path)", body, version: version)
                try expectRefusal(response, status, number: number)
            }
            #expect(try await console.api.call(.get, "system/users/\(id)").text == before)
        }
    }

    @Test func `A user without a password becomes one with a password only if one is sent`() async throws {
        try await withConsole { console in
            let created = try await console.api.call(
                .post, "system/users/adduser", #"{"UserName":"saml","SecurityType":"Saml","Password":"ignored"}"#)
            let id = try #require(try created.json()["Value"] as? Int)
            let refused = try await console.api.call(.post, "system/users/\(id)/update", #"{"SecurityType":2}"#)
            try expectRefusal(refused, 422, number: 1012, saying: "Password")
            let changed = try await console.api.call(
                .post, "system/users/\(id)/update", #"{"SecurityType":2,"Password":"now"}"#)
            #expect(changed.status == .ok)
            try await console.set("requireMDMEnrollment", "false", of: "global")
            _ = try await console.signIn("saml", "now", group: "global")
        }
    }

    @Test func `What is said of a user survives an environment file`() async throws {
        try await withConsole { console in
            let more = #","MiddleName":"K","Department":"Engines","CustomAttribute2":"two","Role":"Admin""#
            try await console.makeUser(more: more)
            let file = try await console.parts.features.environment.exporter.exportText()
            #expect(file.contains("department: Engines") && file.contains("role: Admin"))
            let same = try await console.importEnvironment(file, onConflict: "fail")
            #expect(same.status == .ok, "\(same.text)")
            try await withConsole { other in
                #expect(try await other.importEnvironment(file).status == .ok)
                let user = try await other.api.object(
                    "system/users/\(try await other.userUUID("ada"))", version: 2)
                #expect(user["middleName"] as? String == "K" && user["customAttribute2"] as? String == "two")
                #expect(user["enrollmentRoleName"] as? String == "Admin")
                _ = try await other.signIn("ada", "secret")
            }
        }
    }
}
