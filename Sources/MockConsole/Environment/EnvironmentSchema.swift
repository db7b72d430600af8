package import ConsoleModel
import DeviceProtocol

/// The JSON Schema of environment files, for editors and for other programs (EnvironmentFile, "Schema").
///
/// It is made from what the reader knows: the settings of groups, the payload types of SDK profiles and the words each
/// key allows. What a schema cannot say (that names are unique, that references lead somewhere, that a picture is one)
/// only an import finds.
package enum EnvironmentSchema {
    /// The schema as indented JSON with a line end.
    package static let text = root.value.indented() + "\n"

    /// The description shared by all files.
    package static let root = JSONSchema("$schema", .string("https://json-schema.org/draft/2020-12/schema"))
        .with("title", .string("MockUEM environment file"))
        .with("$ref", .string("#/$defs/file"))
        .with("$defs", JSONSchema.members(definitions))

    /// Every kind of mapping, and what several of them have in common.
    static let definitions: [(String, JSONSchema)] =
        [("file", file), ("organizationGroup", organizationGroup)]
        + EnvironmentSections.all.flatMap { $0.definitions }
        + [
            ("path", path), ("name", .text(1...255)), ("uuid", uuid), ("time", time), ("bundleId", bundleId),
            ("reference", reference),
        ] + EnvironmentSections.all.flatMap { $0.valueDefinitions }

    private static let file = JSONSchema.object(
        [
            ("version", .integer(EnvironmentReader.formatVersions)),
            ("organizationGroups", .list(.defined("organizationGroup"))),
        ], required: ["version", "organizationGroups"])

    private static let organizationGroup = JSONSchema.object(
        [
            ("path", .defined("path")),
            (
                "id",
                .integer(OrganizationGroupRecord.globalID...OrganizationGroupRecord.globalID)
                    .described("Only for the topmost group.")
            ),
            ("uuid", .defined("uuid")), ("name", .defined("name")),
            ("type", .word(OrganizationGroupRecord.types).described("Global is the topmost group and no other.")),
            ("country", .text()), ("locale", .text(1...255)),
        ] + EnvironmentSections.all.map { ($0.key, $0.schema) }, required: ["path"])

    // MARK: What several have in common

    private static let path = JSONSchema.text(
        1...1000,
        pattern: {
            let code = #"(?!\s)[^/\u0000-\u001f\u007f-\u009f]{1,64}(?<!\s)"#
            return "^\(code)(/\(code)){0,31}$"
        }()
    ).described("Group IDs from the root down, joined by slashes.")

    private static let uuid = JSONSchema.string("^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$")

    private static let time = JSONSchema.string(
        #"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})$"#
    ).described("A time such as 2030-01-31T00:00:00Z.")

    private static let bundleId = JSONSchema.text(1...255, pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$")
        .described(BundleIdentifier.rule)

    private static let reference = JSONSchema.any(of: [
        .defined("name"),
        .object([("group", .text(1...1000)), ("name", .defined("name"))], required: ["name"]),
    ]).described("A name in the same group, or a mapping of group (its path) and name.")
}
