import ConsoleModel
import DeviceProtocol

/// Look-up values in custom settings (SDKProfile, section 3.14).
extension SDKProfileDocument {
    /// The document with look-up values in its custom settings replaced, and which there were.
    ///
    /// - Parameter lookups: The values; nil to leave the text as it is.
    /// - Returns: The document, and the look-up values that it had.
    func replacingLookups(_ lookups: LookupValues?) -> (document: SDKProfileDocument, used: Set<LookupValue>) {
        guard let lookups else { return (self, []) }
        var document = self
        var used: Set<LookupValue> = []
        document.payloads = payloads.map { payload in
            guard let text = payload.customSettings else { return payload }
            let found = lookups.replaced(in: text)
            used.formUnion(found.used)
            var payload = payload
            payload.settings["CustomSettings"] = .string(found.text)
            return payload
        }
        return (document, used)
    }
}

extension ProfilePayload {
    /// The text of custom settings; nil for another payload.
    fileprivate var customSettings: String? {
        type == "CustomSettingsV2" ? settings["CustomSettings"]?.stringValue : nil
    }

    /// Warnings about names in braces that are no look-up values, each a sentence.
    var lookupWarnings: [String] {
        customSettings.map {
            LookupValues().replaced(in: $0).warnings(about: "CustomSettingsV2.CustomSettings")
        } ?? []
    }
}
