import ConsolePlatform
import Foundation
import GRDB

/// An image of an organization group that branding payloads name.
struct BrandingImageRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "brandingImage"

    var id: Int64?
    /// Part of its address; another one for another picture, so that caches never show an old one.
    var uuid: String
    var groupId: Int64
    /// Letter case does not matter.
    var name: String
    /// Media type.
    var type: String
    var data: Data
    var updatedAt: Timestamp
}

/// An image without its bytes.
struct BrandingImageSummary: Codable, Hashable, Sendable, FetchableRecord {
    let uuid: String
    let name: String
    let type: String
    let bytes: Int
    /// Code of the group it belongs to.
    let group: String
    let updatedAt: Timestamp
}
