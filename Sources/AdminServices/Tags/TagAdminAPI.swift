import ConsoleHTTP
import ConsoleModel
import ConsolePlatform

/// A tag; names as on the wire (AdminTags, "The tag").
struct TagBody: Encodable, Sendable {
    let TagName: String
    let TagType: Int
    let DateTagged: String
    let TagAvatar: String
    let LocationGroupId: Int64
    let Id: AdminID
    let Uuid: String

    /// The body for a tag.
    init(_ tag: TagRecord) throws {
        TagName = tag.name
        TagType = tag.kind
        TagAvatar = tag.avatar
        (DateTagged, LocationGroupId) = (tag.createdAt.zoneless, tag.groupId)
        (Id, Uuid) = (AdminID(try tag.storedID()), tag.uuid)
    }
}

/// A tag that was made, as version 3 answers it.
struct CreatedTagBody: Encodable, Sendable {
    let id: Int64
    let uuid: String
}

/// The devices that have a tag.
struct TaggedDevicesBody: Encodable, Sendable {
    /// One of them.
    struct Item: Encodable, Sendable {
        let DeviceId: Int64
        let FriendlyName: String
        let DateTagged: String
        let DeviceUuid: String
        let DeviceLastSeen: String
    }

    let Device: [Item]

    /// The body for devices.
    init(_ devices: [TaggedDevice]) {
        Device = devices.map { entry in
            Item(
                DeviceId: entry.id, FriendlyName: entry.friendlyName, DateTagged: entry.taggedAt.zoneless,
                DeviceUuid: entry.uuid, DeviceLastSeen: entry.lastSeenAt.zoneless)
        }
    }
}

/// The tags of a device.
struct DeviceTagsBody: Encodable, Sendable {
    /// One of them.
    struct Item: Encodable, Sendable {
        let name: String
        let uuid: String
        let date_tagged: String
    }

    let tags: [Item]

    /// The body for tags.
    init(_ tags: [DeviceTag]) {
        self.tags = tags.map { Item(name: $0.tag.name, uuid: $0.tag.uuid, date_tagged: $0.at.zoneless) }
    }
}
