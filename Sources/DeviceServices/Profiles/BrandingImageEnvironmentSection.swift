package import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB
package import Yams

/// An image for branding.
package struct EnvironmentImage: EnvironmentEntry {
    package var position: EnvironmentPosition
    var name: String
    /// A picture; its type follows from its first bytes.
    var data: Data

    package var title: String { name }
}

/// Images for branding in environment files.
package struct BrandingImageEnvironmentSection: EnvironmentListSection {
    package static let key = "images"
    package static let entryName = "image"
    package static let definitions: [(String, JSONSchema)] = [("image", image)]

    private static let image = JSONSchema.object(
        [
            ("name", .text(1...64, pattern: "^[A-Za-z0-9._-]*$").described(ImageReference.rule)),
            ("data", .type("string").described("\(BrandingImageType.rule) in base64")),
        ], required: ["name", "data"])

    /// A section that asks the database only.
    init() {}

    /// An image; its first bytes decide its type.
    package static func readEntry(_ node: EnvironmentNode) -> EnvironmentImage? {
        guard let mapping = node.mapping(["name", "data"]), let name = mapping.required("name")?.text(1...64),
            let data = mapping.required("data"), let text = data.scalar?.text
        else { return nil }
        if !ImageReference.isName(name) { mapping["name"]?.complain("must be \(ImageReference.rule)") }
        guard let bytes = Data(base64Encoded: text, options: .ignoreUnknownCharacters),
            BrandingImageType(of: bytes) != nil
        else {
            data.complain("must be \(BrandingImageType.rule) in base64")
            return nil
        }
        return EnvironmentImage(position: mapping.position, name: name, data: bytes)
    }

    /// An image as it is written.
    package static func writeEntry(_ image: EnvironmentImage) -> Node {
        YAMLMapping {
            $0.add("name", YAMLWriting.text(image.name))
            $0.add("data", YAMLWriting.text(image.data.base64EncodedString()))
        }.node
    }

    /// Imports images: a change of the picture changes its address.
    package func importContent(
        _ content: [EnvironmentImage], of group: EnvironmentGroup, in home: OrganizationGroupRecord,
        _ run: EnvironmentImportRun
    ) throws {
        for image in content {
            let known = try BrandingImageStore.image(image.name, inExactly: try home.storedID(), run.db)
            var record = try BrandingImageStore.record(image.name, image.data, of: home, known: known, at: run.now)
            let decision = try run.decide(
                .brandingImage, image.name, at: image.position, isSame: record.uuid == known?.uuid,
                groupID: home.id, before: known.map(Self.fields), after: Self.fields(record))
            if decision != .leave { try record.save(run.db) }
        }
    }

    private static func fields(_ image: BrandingImageRecord) -> [String: String?] {
        ["name": image.name, "type": image.type, "bytes": String(image.data.count)]
    }

    /// Images of a group, by name.
    package func export(of group: OrganizationGroupRecord, _ export: EnvironmentExport) throws
        -> [EnvironmentImage]?
    {
        try BrandingImageRecord.filter(sql: "groupId = ?", arguments: [try group.storedID()]).order(sql: "name")
            .fetchAll(export.db)
            .map { EnvironmentImage(position: export.nowhere, name: $0.name, data: $0.data) }
    }
}
