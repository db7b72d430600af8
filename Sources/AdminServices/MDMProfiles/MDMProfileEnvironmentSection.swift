package import ConsoleModel
import ConsolePlatform
import DeviceProtocol
package import Yams

/// MDM profiles in environment files.
package struct MDMProfileEnvironmentSection: EnvironmentListSection {
    package static let key = "mdmProfiles"
    package static let entryName = "mdmProfile"
    package static let definitions: [(String, JSONSchema)] = [("mdmProfile", mdmProfile), ("jsonValue", jsonValue)]

    /// A section that asks the database only.
    init() {}

    /// Reads a profile; nil, with a note, if its name or platform is missing.
    package static func readEntry(_ node: EnvironmentNode) -> EnvironmentMDMProfile? {
        EnvironmentMDMProfileReader.read(node)
    }

    /// An MDM profile as it is written.
    package static func writeEntry(_ profile: EnvironmentMDMProfile) -> Node {
        YAMLMapping {
            $0.add("name", YAMLWriting.text(profile.name))
            $0.add("uuid", profile.uuid.map(YAMLWriting.text))
            $0.add("platform", YAMLWriting.text(profile.platform.rawValue))
            $0.addText("description", profile.description)
            $0.add("version", YAMLWriting.integer(profile.version))
            $0.add("assignmentType", YAMLWriting.text(profile.assignmentType))
            $0.add("context", YAMLWriting.text(profile.context))
            $0.add("active", YAMLWriting.bool(profile.isActive))
            $0.addList("smartGroups", profile.smartGroups.map(\.node))
            $0.addList("excludedSmartGroups", profile.excludedSmartGroups.map(\.node))
            if !profile.general.isEmpty { $0.add("general", EnvironmentJSON.mapping(profile.general).node) }
            if !profile.payloads.isEmpty { $0.add("payloads", EnvironmentJSON.mapping(profile.payloads).node) }
        }.node
    }

    /// Imports MDM profiles.
    package func importContent(
        _ content: [EnvironmentMDMProfile], of group: EnvironmentGroup, in home: OrganizationGroupRecord,
        _ run: EnvironmentImportRun
    ) throws {
        for profile in content { try run.importMDMProfile(profile, in: home) }
    }

    /// MDM profiles a group manages, by name.
    package func export(of group: OrganizationGroupRecord, _ export: EnvironmentExport) throws
        -> [EnvironmentMDMProfile]?
    {
        try export.mdmProfiles(of: try group.storedID())
    }
}

/// The schema of MDM profiles.
extension MDMProfileEnvironmentSection {
    private static let mdmProfile = JSONSchema.object(
        [
            ("name", .text(1...255)), ("uuid", .defined("uuid")),
            ("platform", .word(DevicePlatform.allCases.map(\.rawValue))), ("description", .text(0...4096)),
            ("version", .integer(1...1_000_000_000).defaulting(to: .number("1"))),
            (
                "assignmentType",
                .text(1...64).defaulting(to: .string(MDMProfileAssignment.auto.rawValue))
                    .described(
                        MDMProfileAssignment.allCases.map(\.rawValue).joined(separator: ", ") + " or another word.")
            ),
            (
                "context",
                .word(EnvironmentMDMProfileReader.contexts)
                    .defaulting(to: .string(EnvironmentMDMProfileReader.contexts[0]))
            ),
            ("active", .bool.defaulting(to: .bool(true))),
            ("smartGroups", .list(.defined("reference"), maximum: MDMProfileDraft.maximumSmartGroups)),
            ("excludedSmartGroups", .list(.defined("reference"), maximum: MDMProfileDraft.maximumSmartGroups)),
            ("general", members.described("Other members of the section General.")),
            ("payloads", members.described("The sections of the profile, by name.")),
        ], required: ["name", "platform"])

    private static let members = JSONSchema.type("object")
        .with("additionalProperties", JSONSchema.defined("jsonValue").value)
        .with("maxProperties", .number("\(MDMProfileDraft.maximumPayloads)"))
        .with("propertyNames", JSONSchema("minLength", .number("1")).with("maxLength", .number("255")).value)

    /// Whatever JSON can hold; a mapping of nothing but `$json` holds a JSON text.
    private static let jsonValue = JSONSchema.type("string", "number", "boolean", "array", "object", "null")
        .with("items", JSONSchema.defined("jsonValue").value)
        .with("additionalProperties", JSONSchema.defined("jsonValue").value)
        .with(
            "if", JSONSchema.having(EnvironmentJSON.key).with("maxProperties", .number("1")).value
        ).with("then", JSONSchema("properties", JSONSchema.members([(EnvironmentJSON.key, .type("string"))])).value)
}
