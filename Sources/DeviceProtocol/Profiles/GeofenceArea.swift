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
    /// kept.
    static func normalized(_ value: PropertyListValue) -> PropertyListValue? {
        guard let areas = value.arrayValue else { return nil }
        let normalized = areas.compactMap { area($0) }
        return normalized.count == areas.count ? .array(normalized) : nil
    }

    /// One area.
    private static func area(_ value: PropertyListValue) -> PropertyListValue? {
        guard var members = value.dictionaryValue, fault(in: members) == nil else { return nil }
        for (name, _) in numbers {
            members[name] = members[name]?.strictReal.map { .real($0) }
        }
        return .dictionary(members)
    }

    /// What is wrong with areas that are not allowed: the first member at fault.
    static func fault(_ value: PropertyListValue, payload: String, key: String) -> ProfileValidationError {
        for (index, area) in (value.arrayValue ?? []).enumerated() {
            guard let members = area.dictionaryValue else { continue }
            if let (name, allowed) = fault(in: members) {
                return ProfileValidationError(
                    payload: payload, key: "\(key)[\(index)].\(name)", value: members[name]?.shortText ?? "missing",
                    allowed: allowed)
            }
        }
        return ProfileValidationError(
            payload: payload, key: key, value: value.shortText, allowed: PayloadValueKind.geofenceAreas.allowed)
    }

    /// The first member that is not allowed, and what is.
    private static func fault(in members: [String: PropertyListValue]) -> (name: String, allowed: String)? {
        for (name, range) in numbers {
            guard let number = members[name]?.strictReal, range.contains(number) else {
                return (name, "a number from \(range.lowerBound) to \(range.upperBound)")
            }
        }
        for name in texts where members[name] != nil && members[name]?.stringValue == nil {
            return (name, "a string")
        }
        return nil
    }
}
