/// How a profile names a geofence that the console keeps: `geofence:` and a name (SDKProfile, section 3.13).
public enum GeofenceReference {
    /// The form of a name, as a noun phrase.
    public static let rule = "1 to 255 characters"
    /// The text before the name.
    public static let prefix = "geofence:"

    /// The name in an element of `GeofenceAreas`; nil if there is none, or it breaks the rule.
    public static func name(in text: String) -> String? {
        guard text.hasPrefix(prefix) else { return nil }
        let name = String(text.dropFirst(prefix.count))
        return isName(name) ? name : nil
    }

    /// Whether a text can be the name of a geofence.
    public static func isName(_ text: String) -> Bool { (1...255).contains(text.unicodeScalars.count) }
}

extension ProfilePayload {
    /// The setting with the areas of a geofencing payload.
    static let geofenceAreas = "GeofenceAreas"

    /// Geofences that the settings name, each once, in their order.
    public var geofenceReferences: [String] {
        guard type == PayloadSchema.geofencing.type else { return [] }
        var seen: Set<String> = []
        return (settings[Self.geofenceAreas]?.arrayValue ?? [])
            .compactMap { $0.stringValue.flatMap(GeofenceReference.name) }
            .filter { seen.insert($0).inserted }
    }

    /// The payload with geofences as clients read them.
    ///
    /// - Parameter area: The area of a name; nil leaves the geofence out.
    /// - Returns: The payload; as it is if it names no geofence.
    public func replacingGeofences(_ area: (String) -> PropertyListValue?) -> ProfilePayload {
        guard !geofenceReferences.isEmpty, let elements = settings[Self.geofenceAreas]?.arrayValue else { return self }
        var payload = self
        payload.settings[Self.geofenceAreas] = .array(
            elements.compactMap { $0.stringValue.flatMap(GeofenceReference.name).map(area) ?? $0 })
        return payload
    }
}
