/// How a setting names an image that the console serves itself: `image:` and a name (SDKProfile, section 3.7).
public enum ImageReference {
    /// The form of a name, as a noun phrase.
    public static let rule = "1 to 64 letters, digits, full stops, underscores or hyphens"
    private static let prefix = "image:"

    /// The name in a setting; nil if it is an address, or the name breaks the rule.
    public static func name(in text: String) -> String? {
        guard text.hasPrefix(prefix) else { return nil }
        let name = String(text.dropFirst(prefix.count))
        return isName(name) ? name : nil
    }

    /// Whether a text can be the name of an image.
    public static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(\.isIdentifierByte)
    }
}

extension ProfilePayload {
    /// Images that the settings name, by setting, in the order of the specification.
    public var imageReferences: [(key: String, name: String)] {
        guard let schema = PayloadSchema.named(type) else { return [] }
        return schema.keys.filter { $0.kind == .image }.compactMap { key in
            guard let name = settings[key.name]?.stringValue.flatMap(ImageReference.name) else { return nil }
            return (key.name, name)
        }
    }
}
