package import DeviceProtocol

/// A setting's value at a group, and where it comes from.
package struct EffectiveSetting: Sendable {
    /// The setting.
    package let setting: GroupSetting
    /// Its value.
    package let value: SettingValue
    /// Id of the group that sets it; nil for the built-in value.
    package let groupID: Int64?
}

/// All settings in force at a group, typed.
package struct GroupSettings: Sendable {
    private let values: [GroupSetting: EffectiveSetting]

    /// Settings from the overrides of each group down to this one; settings without overrides have their built-in
    /// values.
    init(_ effective: [EffectiveSetting]) {
        values = Dictionary(effective.map { ($0.setting, $0) }) { first, _ in first }
    }

    /// A setting and where it comes from.
    package func effective(_ setting: GroupSetting) -> EffectiveSetting {
        values[setting] ?? EffectiveSetting(setting: setting, value: setting.builtIn, groupID: nil)
    }

    /// How users may sign in.
    package var authenticationMethods: Set<AuthenticationMethod> {
        guard case .strings(let names) = effective(.authenticationTypes).value else { return [] }
        return Set(names.compactMap(AuthenticationMethod.init))
    }

    /// Whether user name and password are refused.
    package var forceToken: Bool { isOn(.forceToken) }
    /// Whether users may sign in with the identity provider; not if a token is required of all users.
    package var offersSAML: Bool { authenticationMethods.contains(.saml) && !forceToken }
    /// Whether only managed devices may sign in.
    package var requireMDMEnrollment: Bool { isOn(.requireMDMEnrollment) }
    /// Uuid of the default SDK profile.
    var defaultProfile: String? {
        if case .string(let uuid) = effective(.defaultProfile).value { uuid } else { nil }
    }
    /// The pins that clients get, as `host=hex`; none if pinning is off.
    package var pinsInForce: [String] { isOn(.sslPinning) ? texts(.sslPins) : [] }
    /// Seconds a bearer token is valid.
    package var accessTokenLifetime: Int64 { integer(.accessTokenLifetime) }
    /// Failed sign-ins that lock an account; 0 never locks.
    var maximumFailedLogins: Int64 { integer(.maximumFailedLogins) }
    /// Minutes a lock lasts; 0 is for ever.
    package var lockoutMinutes: Int64 { integer(.lockoutMinutes) }

    /// The SDK generation that is tested with; nil for none in particular.
    package var sdkGeneration: SDKGeneration? { SDKGeneration(rawValue: text(.sdkGeneration)) }

    /// A setting that is on or off.
    package func isOn(_ setting: GroupSetting) -> Bool { effective(setting).value == .bool(true) }

    /// The value of a number setting; 0 for any other setting.
    package func integer(_ setting: GroupSetting) -> Int64 {
        if case .integer(let value) = effective(setting).value { value } else { 0 }
    }

    /// The value of a text setting; empty for any other setting.
    package func text(_ setting: GroupSetting) -> String {
        if case .string(let value) = effective(setting).value { value } else { "" }
    }

    /// The value of a list setting; empty for any other setting.
    package func texts(_ setting: GroupSetting) -> [String] {
        if case .strings(let values) = effective(setting).value { values } else { [] }
    }
}
