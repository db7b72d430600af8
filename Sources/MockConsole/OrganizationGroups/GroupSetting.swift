import Foundation

/// A setting an organization group can override; what is not overridden is inherited from its parent.
///
/// The raw value is the key in environment files and in the database.
enum GroupSetting: String, CaseIterable, Sendable {
    /// How users may sign in on devices: any of `usernameAndPassword`, `token`, `saml`.
    case authenticationTypes
    /// Whether user name and password are refused because a token is asked of everyone.
    case forceToken
    /// "Require MDM Enrollment": whether only managed devices may sign in.
    case requireMDMEnrollment
    /// The SDK profile of applications that use the group's default; nil for none.
    case defaultProfile
    /// Seconds a bearer token is valid.
    case accessTokenLifetime
    /// Failed sign-ins after which an account is locked; 0 never locks.
    case maximumFailedLogins
    /// Minutes until a locked account opens by itself; 0 keeps it locked.
    case lockoutMinutes

    /// What a value of a setting looks like.
    enum Form: Sendable {
        case bool
        case integer(ClosedRange<Int64>)
        case choices([String])
        /// The uuid of an SDK profile, or null.
        case profile
    }

    /// What a value has to look like.
    var form: Form {
        switch self {
        case .authenticationTypes: .choices(AuthenticationMethod.allCases.map(\.rawValue))
        case .forceToken, .requireMDMEnrollment: .bool
        case .defaultProfile: .profile
        case .accessTokenLifetime: .integer(1...31_536_000)
        case .maximumFailedLogins: .integer(0...1000)
        case .lockoutMinutes: .integer(0...525_600)
        }
    }

    /// The value at a root that overrides nothing.
    var builtIn: SettingValue {
        switch self {
        case .authenticationTypes: .strings([AuthenticationMethod.usernameAndPassword.rawValue, "token"])
        case .forceToken, .requireMDMEnrollment: .bool(false)
        case .defaultProfile: .none
        case .accessTokenLifetime: .integer(86_400)
        case .maximumFailedLogins: .integer(10)
        case .lockoutMinutes: .integer(15)
        }
    }
}

/// How a user may prove who they are on a device.
enum AuthenticationMethod: String, CaseIterable, Sendable {
    case usernameAndPassword, token, saml
}

/// A value of a setting, as JSON holds it.
enum SettingValue: Hashable, Sendable {
    case none
    case bool(Bool)
    case integer(Int64)
    case string(String)
    case strings([String])
}

extension SettingValue: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .none
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode([String].self) {
            self = .strings(value)
        } else {
            self = .string(try container.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .none: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .strings(let value): try container.encode(value)
        }
    }
}

/// A setting's value at a group, and where it comes from.
struct EffectiveSetting: Sendable {
    /// The setting.
    let setting: GroupSetting
    /// Its value.
    let value: SettingValue
    /// Id of the group that sets it; nil for the built-in value.
    let groupID: Int64?
}

/// All settings in force at a group, typed.
struct GroupSettings: Sendable {
    private let values: [GroupSetting: EffectiveSetting]

    /// Settings from what each group on the way sets; settings that nobody sets have their built-in values.
    init(_ effective: [EffectiveSetting]) {
        values = Dictionary(effective.map { ($0.setting, $0) }) { first, _ in first }
    }

    /// A setting and where it comes from.
    func effective(_ setting: GroupSetting) -> EffectiveSetting {
        values[setting] ?? EffectiveSetting(setting: setting, value: setting.builtIn, groupID: nil)
    }

    /// How users may sign in.
    var authenticationMethods: Set<AuthenticationMethod> {
        guard case .strings(let names) = effective(.authenticationTypes).value else { return [] }
        return Set(names.compactMap(AuthenticationMethod.init))
    }

    /// Whether user name and password are refused.
    var forceToken: Bool { effective(.forceToken).value == .bool(true) }
    /// Whether only managed devices may sign in.
    var requireMDMEnrollment: Bool { effective(.requireMDMEnrollment).value == .bool(true) }
    /// Uuid of the default SDK profile.
    var defaultProfile: String? {
        if case .string(let uuid) = effective(.defaultProfile).value { uuid } else { nil }
    }
    /// Seconds a bearer token is valid.
    var accessTokenLifetime: Int64 { integer(.accessTokenLifetime) }
    /// Failed sign-ins that lock an account; 0 never locks.
    var maximumFailedLogins: Int64 { integer(.maximumFailedLogins) }
    /// Minutes a lock lasts; 0 is for ever.
    var lockoutMinutes: Int64 { integer(.lockoutMinutes) }

    private func integer(_ setting: GroupSetting) -> Int64 {
        if case .integer(let value) = effective(setting).value { value } else { 0 }
    }
}
