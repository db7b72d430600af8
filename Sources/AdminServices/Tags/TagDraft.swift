import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import GRDB

/// The wanted state of a tag; a nil field keeps its value, or gets its default (AdminTags).
struct TagDraft: Sendable {
    var name: String?
    var kind: TagKind?
    var avatar: String?
    /// The group it belongs to.
    var group: RecordReference?

    /// Reads a body of any version: later ones write `tag_name` or `name`, and `organization_group_uuid`.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the field that is wrong.
    init(_ fields: AdminFields) throws {
        for name in ["TagName", "tag_name", "name"] where self.name == nil {
            guard fields.value(name) != nil else { continue }
            self.name = try fields.requiredText(name, code: .unprocessable, number: 1012)
        }
        for name in ["TagType", "tag_type", "type"] where kind == nil {
            guard let text = try fields.text(name), !text.isEmpty else { continue }
            kind = TagKind(text)
            guard kind != nil else { throw fields.wrong(name, "has to be 1 (Device) or 2 (General)") }
        }
        avatar = try fields.text("TagAvatar") ?? fields.text("tag_avatar")
        group = try fields.group(
            "LocationGroupId", "OrganizationGroupId", "organization_group_uuid", "organizationGroupUuid")
    }
}

/// The filters of a search of tags, all of which must hold.
struct TagSearch: Sendable {
    /// Part of the name, letter case of A to Z ignored.
    var name: String?
    /// The group with all groups below it.
    var group: RecordReference?
    var kind: TagKind?
    /// Terms of ORDER BY.
    var order = "tag.id"

    /// SQL expressions clients order by.
    private static let columns = [
        "id": "tag.id", "tagid": "tag.id", "tagname": "tag.name", "name": "tag.name", "datetagged": "tag.createdAt",
        "tagtype": "tag.kind",
    ]

    /// Reads a query; empty parameters filter nothing.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the parameter.
    init(_ query: QueryParameters) throws {
        name = query.text("name")
        do {
            group = try query.group("organizationgroupid", "organizationgroupuuid", "organization_group_uuid")
        } catch var error as ConsoleError {
            // Published clients read this number.
            error.number = 1012
            throw error
        }
        if let value = query.text("tagtype") {
            kind = TagKind(value)
            guard kind != nil else {
                throw ConsoleError(
                    .badRequest, "tagtype is \"\(value.prefix(40))\"; it has to be 1 (Device) or 2 (General).")
            }
        }
        order = AdminPaging.order(query, Self.columns, default: "tag.id")
    }

    /// Every tag of a group and of those below it whose name has a part.
    init(group: RecordReference, name: String?) {
        (self.group, self.name) = (group, name)
    }
}

/// A device that has a tag.
struct TaggedDevice: Codable, FetchableRecord, Sendable {
    let id: Int64
    let uuid: String
    let friendlyName: String
    let lastSeenAt: Timestamp
    /// Since when.
    let taggedAt: Timestamp
}

/// A tag on a device.
struct DeviceTag: Sendable {
    let tag: TagRecord
    /// Since when.
    let at: Timestamp
}
