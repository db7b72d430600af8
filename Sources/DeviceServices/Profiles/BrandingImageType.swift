import Foundation

/// Kinds of pictures that are served, known by their first bytes: what a sender calls them counts for nothing.
package enum BrandingImageType: String, CaseIterable, Sendable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case gif = "image/gif"

    /// The requirements for a picture, for messages.
    package static let rule = "a PNG, JPEG or GIF picture"

    /// The kind of a picture; nil for anything else.
    init?(of data: Data) {
        let kind = Self.allCases.first { kind in kind.beginnings.contains { data.starts(with: $0) } }
        guard let kind else { return nil }
        self = kind
    }

    private var beginnings: [[UInt8]] {
        switch self {
        case .png: [[0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]]
        case .jpeg: [[0xFF, 0xD8, 0xFF]]
        case .gif: [Array("GIF87a".utf8), Array("GIF89a".utf8)]
        }
    }
}
