import Foundation
import GRDB

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleResources
@testable import MockConsole

extension ConsoleParts {
    /// Imports an environment as the command line does.
    @discardableResult
    func importYAML(_ text: String, _ policy: ConflictPolicy = .overwrite) async throws -> ImportSummary {
        try await features.environment.importer.importText(text, policy: policy, by: .commandLine)
    }

    /// One value of the database.
    func value<Value: DatabaseValueConvertible & Sendable>(_ sql: String, _ type: Value.Type = Value.self) async throws
        -> Value?
    {
        try await core.database.read { db in try Value.fetchOne(db, sql: sql) }
    }

    /// How many rows a table has.
    func count(_ table: String) async throws -> Int {
        try await value("SELECT COUNT(*) FROM \(table)", Int.self) ?? 0
    }
}

/// Environment files that tests import.
enum EnvironmentFixtures {
    /// The environment a first start is seeded with.
    static func builtIn() throws -> String {
        try EmbeddedFile.required("Sources/MockConsole/Environment/DemoEnvironment.yaml").text
    }

    /// The smallest file, with lines below its only group.
    static func global(_ lines: String) -> String {
        """
        version: 2
        organizationGroups:
          - path: global
            \(lines)

        """
    }

    /// One of everything, with awkward texts and references across groups.
    static let rich = #"""
        version: 2
        organizationGroups:
          - path: Wurzel
            id: 7
            uuid: 00000000-0000-4000-8000-000000000001
            name: "null"
            type: Global
            country: NO
            locale: nb-NO
            settings:
              authenticationTypes: [saml, token]
              forceToken: true
              requireMDMEnrollment: false
              defaultProfile: {name: default}
              accessTokenLifetime: 60
              maximumFailedLogins: 0
              lockoutMinutes: 525600
            tags:
              - name: "12:30"
                type: general
                avatar: "~ \u2028"
              - name: Größe 🏔
            users:
              - username: root user
                passwordHash: $scrypt$ln=1,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
            complianceRules:
              - name: "yes"
                kind: osVersion
                operator: '>='
                version: 16.0
            profiles:
              - name: default
                payloads:
                  - PayloadType: CustomSettingsV2
                    CustomSettings: "first\r\nsecond\n\tthird\n"
              - name: none
          - path: Wurzel/kunde eins
            uuid: 00000000-0000-4000-8000-000000000002
            name: "- leading: and trailing:"
            type: Customer
            tags:
              - name: no
                type: General
                avatar: "box\u0001\n"
            users:
              - username: "007"
                password: "0x1F"
                accountType: Directory
                securityType: authenticationProxy
                messageType: sms
                categoryId: 9999999999
                enrollmentGroup: Wurzel/kunde eins/werk
                domain: corp.example.test
                firstName: "true"
                lastName: "  O'Neil: #1"
                email: seven@example.test
                phone: "+49 30 1234"
                active: false
                tokens:
                  - token: unused
                    expires: 2030-01-31T00:00:00Z
                  - token: used
                    expires: 2030-01-31T00:00:00.250Z
                    used: 2026-01-01T12:00:00.001Z
              - username: "~"
                accountType: Saml
              - username: "#tab: {line}"
                securityType: tokenOnly
            userGroups:
              - name: Everyone
                description: " two\r\nlines\u0001 "
                members: ["007", {group: Wurzel, name: root user}, "#tab: {line}"]
              - name: Empty
                description: "- no: members"
            profiles:
              - name: Typed
                description: "a: b # c"
                version: 4
                payloads:
                  - PayloadType: com.example.typed
                    data: {$data: AAECAwT/}
                    noData: {$data: ''}
                    date: {$date: '2026-03-05T10:20:30Z'}
                    real: 0.1
                    small: 5e-324
                    large: -1.7976931348623157e+308
                    whole: 3.0
                    least: -9223372036854775808
                    texts: [yes, 'no', '1', 'true', 'null', '~', '', ' x', 'x ', "\u2028\u0085x\uFEFF", '- a', '{}', '0o17']
                    nested: {deep: [[], {}, [1, 2.5, false]], '': empty key, 'a: b': odd key}
                  - PayloadType: LoggingSettingsV2
                    LoggingLevel: 3
                previousVersions:
                  - version: 1
                    payloads: []
                  - version: 3
                    payloads:
                      - PayloadType: LoggingSettingsV2
                        LoggingLevel: 1
            complianceRules:
              - name: "~"
                kind: compromised
                action: wipe
              - name: 'App: current'
                kind: applicationVersion
                bundleId: com.example.default
                operator: "!="
                version: '1.10.0.4'
                active: false
            smartGroups:
              - name: Everything
                criteriaType: All
                criteria:
                  organizationGroups: [Wurzel/kunde eins, Wurzel/kunde eins/werk]
                  userGroups: [Everyone, {group: Wurzel/kunde eins/werk, name: Shift}]
                  tags: ['no', {group: Wurzel, name: '12:30'}]
                  platforms: [Apple, Android]
                  ownerships: [CorporateDedicated, Undefined]
                  models: [iPhone 15, "7"]
                  managementTypes: [AppLevel, Workspace]
                  enrollmentCategories: [Supervised]
                  cpuArchitectures: [ARM64, "64"]
                  oemAndModels: ["Apple: iPad"]
                  osVersions: ['>= 16.0', 'Apple < iOS 18.1.2', '!= 17.0', '> 15', 'Mac OS <= 19', '= 17.3.1.4']
              - name: By hand
                criteriaType: UserDevice
                addedUsers: ["007", {group: Wurzel, name: root user}]
                excludedUsers: ["~"]
                excludedUserGroups: [Everyone, {group: Wurzel/kunde eins/werk, name: Shift}]
            applications:
              - bundleId: com.example.default
                name: Default
                profile: default
                assignments:
                  - {smartGroup: By hand, priority: 3}
                  - {smartGroup: Everything, priority: 1}
              - bundleId: com.example.own
                name: Own
                type: Public
                platform: Android
                version: '1.10'
                status: Retired
                profile: {group: Wurzel, name: none}
              - bundleId: com.example.without
                name: Without
                profile: none
            termsOfUse:
              - content: "<p>Für alle: «no», 1 & 2</p>\r\n\t- a: b\n"
              - uuid: 00000000-0000-4000-8000-000000000009
                applications: [com.example.Own, com.example.default]
                content: "yes"
            eventNotifications:
              - name: "~"
                url: https://hook.example.test/?a=b
                username: "true"
                password: "  passw0rd: #2 "
                secret: 0123456789012345
                format: xml
                active: false
                events: [wipe, Enrollment, UserEmailAddress]
              - name: Größe 🏔
                uuid: 00000000-0000-4000-8000-00000000000b
                url: http://[2606:2800::1]:8080
              - name: größe 🏔
                uuid: 00000000-0000-4000-8000-00000000000a
                url: HTTPS://Hook.Example.TEST
          - path: Wurzel/kunde eins/werk
            uuid: 00000000-0000-4000-8000-000000000003
            name: "1e3"
            type: Container
            settings:
              defaultProfile: {group: Wurzel/kunde eins, name: Typed}
            restrictedUserGroups: [Shift, {group: Wurzel/kunde eins, name: Everyone}]
            users:
              - username: Nachtschicht
            userGroups:
              - name: Shift
                members: [Nachtschicht]
            smartGroups:
              - name: Night
            applications:
              - bundleId: com.example.paid
                name: Paid
                type: Purchased
                version: '2.0'
                store:
                  externalId: '0815'
                  url: https://apps.example.test/app/id0815
                  licenses: 25
                  pushMode: Auto
                  models: [{id: 1}, {name: iPad}]
                  categories: [Games, '', "a\nb"]
                  rating: 5
                  information: {Description: "x\n y\u0001", Comments: '', IsReimbursable: true, EnableProvisioning: false}
                assignments: [{smartGroup: Night}]
              - bundleId: com.example.listed
                type: Public
                platform: Android
                store: {models: [{id: 7, name: Pixel}]}
              - bundleId: com.example.zero
                type: Purchased
            applicationGroups:
              - name: "yes"
                description: "a\n"
                type: Blacklist
                platform: Android
                active: false
                applications: [{bundleId: com.example.b, name: "no"}, {bundleId: com.example.A}]
              - name: Empty
                type: Required
            mdmProfiles:
              - name: "12:30"
                description: "one\r\n\ttwo"
                platform: AppleOsX
                version: 7
                assignmentType: Own word
                context: User
                active: false
                smartGroups: [Night, {group: Wurzel/kunde eins, name: By hand}]
                excludedSmartGroups: [{group: Wurzel/kunde eins, name: Everything}]
                general: {AllowRemoval: Never, Nothing: null}
                payloads:
                  Wifi:
                    Ssid: "no"
                    Passphrase: s3cret
                    Numbers: [1, -0, 1.50, 1E5, 0x10, .5, {$json: '123456789012345678901234567890'}]
                    Odd: {$json: '{"a":1,"a":{"$json":"\u0000"}}'}
                    Empty: {nothing: {}, none: [], '': null}
                  Größe: "x\u0001\ty"
                  List: [[], {}, null, 'null', '', '1', yes, true]
              - name: Plain
                platform: Apple
          - path: Wurzel/other
            name: Other
            type: Prospect
            settings:
              defaultProfile: null

        """#
}
