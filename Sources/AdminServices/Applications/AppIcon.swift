import ConsolePlatform
import Foundation

/// A picture that can be an icon, known by its first bytes.
package struct AppIcon: Hashable, Sendable {
    /// The most bytes.
    package static let limit = 4 << 20
    /// Its name, for messages.
    package static let form = "a PNG or JPEG picture of at most \(limit) bytes"
    /// The accepted form, for messages.
    static let rule = "The icon has to be \(form)."

    /// Media type.
    let type: String
    let data: Data

    /// Takes a picture; nil for anything else.
    init?(_ data: Data) {
        guard data.count <= Self.limit else { return nil }
        if data.starts(with: PNGPicture.signature) {
            type = "image/png"
        } else if data.starts(with: [0xff, 0xd8, 0xff]) {
            type = "image/jpeg"
        } else {
            return nil
        }
        self.data = data
    }
}
