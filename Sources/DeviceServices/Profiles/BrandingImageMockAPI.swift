import ConsolePlatform

/// An image as `/_mock` shows it (AdminAPI, "Images").
struct BrandingImageBody: Encodable, Sendable {
    let name: String
    /// How a branding payload names it.
    let reference: String
    /// Where clients fetch it.
    let url: String
    /// Media type.
    let type: String
    let bytes: Int
    /// Code of the group it belongs to.
    let group: String
    let updatedAt: Timestamp

    /// The body for an image.
    init(_ image: BrandingImageSummary, origin: String) {
        name = image.name
        reference = "image:\(image.name)"
        url = BrandingImageStore.address(of: image.uuid, origin: origin)
        type = image.type
        bytes = image.bytes
        group = image.group
        updatedAt = image.updatedAt
    }
}
