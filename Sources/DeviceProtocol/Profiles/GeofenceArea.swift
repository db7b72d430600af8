/// An element of `GeofenceAreas` (SDKProfile, section 3.13).
enum GeofenceArea {
    /// Numbers every area has: degrees of latitude and longitude, and metres.
    private static let numbers = [
        ("CenterX", -90.0...90.0), ("CenterY", -180.0...180.0), ("Radius", 0.0...40_100_000.0),
    ]
    /// Texts an area may have.
    private static let texts = ["Name", "UniqueId"]

    /// The areas with their numbers as reals, or nothing if one is not allowed.
    ///
    /// Centre and radius are required: clients set both coordinates to zero if one is missing. Keys beyond the five are
    /// kept, and so are references to geofences (``GeofenceReference``).
    static func normalized(_ value: PropertyListValue) -> PropertyListValue? {
        guard let areas = value.arrayValue else { return nil }
        let normalized = areas.compactMap { area($0) }
        return normalized.count == areas.count ? .array(normalized) : nil
    }

    /// One area.
    private static func area(_ value: PropertyListValue) -> PropertyListValue? {
        if value.stringValue.flatMap(GeofenceReference.name) != nil { return value }
        guard var members = value.dictionaryValue, faults(in: members).isEmpty else { return nil }
        for (name, _) in numbers {
            members[name] = members[name]?.strictReal.map { .real($0) }
        }
        return .dictionary(members)
    }

    /// What is wrong with areas that are not allowed: the members at fault, or the whole.
    static func faults(_ value: PropertyListValue, payload: String, key: String) -> [ProfileValidationError] {
        var faults: [ProfileValidationError] = []
        for (index, area) in (value.arrayValue ?? []).enumerated() {
            guard let members = area.dictionaryValue else { continue }
            faults += Self.faults(in: members).map { name, allowed in
                ProfileValidationError(
                    payload: payload, key: "\(key)[\(index)].\(name)", value: members[name]?.shortText ?? "missing",
                    allowed: allowed)
            }
        }
        guard faults.isEmpty else { return faults }
        return [
            ProfileValidationError(
                payload: payload, key: key, value: value.shortText, allowed: PayloadValueKind.geofenceAreas.allowed)
        ]
    }

    /// The members that are not allowed, and what is.
    private static func faults(in members: [String: PropertyListValue]) -> [(name: String, allowed: String)] {
        var faults: [(name: String, allowed: String)] = []
        for (name, range) in numbers {
            guard let number = members[name]?.strictReal, range.contains(number) else {
                faults.append((name, "a number from \(range.lowerBound) to \(range.upperBound)"))
                continue
            }
        }
        for name in texts where members[name] != nil && members[name]?.stringValue == nil {
            faults.append((name, "a string"))
        }
        return faults
    }
}
