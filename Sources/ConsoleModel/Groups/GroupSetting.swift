import DeviceProtocol
import Foundation

/// A setting that an organization group can override; otherwise it is inherited from the parent.
///
/// The raw value is the key in environment files and in the database.
package enum GroupSetting: String, CaseIterable, Sendable {
    /// How users may sign in on devices: any of `usernameAndPassword`, `token`, `saml`.
    case authenticationTypes
    /// Whether a token is required of all users, so that user name and password are refused.
    case forceToken
    /// "Require MDM Enrollment": whether only managed devices may sign in.
    case requireMDMEnrollment
    /// Whether only devices administrators have registered or allowed may enroll (AdminRegistrations).
    case registeredDevicesOnly
    /// Ownership of devices that may enroll, by the words of ``DeviceOwnership``; empty for any (AdminGroups,
    /// "Settings").
    case allowedOwnerships
    /// Platforms of devices that may enroll, by the words of ``DevicePlatform``; empty for any.
    case allowedPlatforms
    /// Devices a user may have enrolled at a time; 0 is no limit.
    case maximumDevicesPerUser
    /// The SDK profile of applications that use the group's default; nil for none.
    case defaultProfile
    /// Seconds a bearer token is valid.
    case accessTokenLifetime
    /// Failed sign-ins after which an account is locked; 0 never locks.
    case maximumFailedLogins
    /// Minutes until a locked account opens by itself; 0 keeps it locked.
    case lockoutMinutes
    /// Whether users are created whom the identity provider signs in for the first time (DeviceServices, section 7.4).
    case provisionSAMLUsers
    /// E-mail domains whose users autodiscovery sends to this group (DeviceServices, section 5.3).
    case emailDomains
    /// `NextStep.Type` of the answer of group validation; 0 derives it from the ways to sign in (DeviceServices,
    /// section 6.2).
    case groupValidationStep
    /// Where users find help (DeviceServices, section 21).
    case supportEmail
    /// Number of that help desk.
    case supportPhone
    /// Privacy: whether users may silence their device (DeviceServices, section 18).
    case allowDoNotDisturb
    /// Privacy: whether locations are kept.
    case collectLocation
    /// Privacy: whether data usage is kept.
    case collectTelecom
    /// Whether clients get ``sslPins``; on by default, so that a list is enough.
    case sslPinning
    /// Public keys clients are to pin, as `host=hex` (DeviceServices, section 20).
    case sslPins
    /// Mebibytes of logs the devices of a group may store; 0 is no limit.
    case logQuotaMegabytes
    /// Percent of the quota at which administrators are notified.
    case logQuotaWarningPercent
    /// Days after which a purge removes logs.
    case logPurgeDays
    /// Whether commands are delivered in their envelope (DeviceServices, section 13.4).
    case encryptCommands
    /// Hours after which an undelivered command expires; 0 never.
    case commandExpiryHours
    /// The SDK generation that the group tests with, by the raw values of ``SDKGeneration``; `any` for none (SDKProfile,
    /// section 6).
    case sdkGeneration
    /// Whether look-up values in custom settings and in managed configuration are replaced (SDKProfile, section 3.14).
    case replaceLookupValues

    /// Wipes within ``wipeThresholdMinutes`` that are carried out before further ones are held; 0 holds none
    /// (AdminGroups, "Wipes").
    case wipeThreshold
    /// Minutes in which wipes are counted.
    case wipeThresholdMinutes

    /// The word for no generation in particular.
    package static let anyGeneration = "any"

    private static let ownerships = ["CorporateDedicated", "CorporateShared", "EmployeeOwned", "Undefined"]
    private static let platforms = ["Apple", "Android", "AppleOsX", "WinRT"]

    /// The form of a setting's value.
    package enum Form: Sendable {
        case bool
        case integer(ClosedRange<Int64>)
        case choices([String])
        /// One of some words.
        case word([String])
        /// A text of at most so many characters.
        case text(maximum: Int)
        /// Texts of a form.
        case texts(GroupSettingText)
        /// The uuid of an SDK profile, or null.
        case profile
    }

    /// The form of its values.
    package var form: Form {
        switch self {
        case .authenticationTypes: .choices(AuthenticationMethod.allCases.map(\.rawValue))
        case .forceToken, .requireMDMEnrollment, .registeredDevicesOnly, .provisionSAMLUsers, .allowDoNotDisturb,
            .collectLocation, .collectTelecom, .encryptCommands, .sslPinning, .replaceLookupValues:
            .bool
        case .sdkGeneration: .word([Self.anyGeneration] + SDKGeneration.allCases.map(\.rawValue))
        case .allowedOwnerships: .choices(Self.ownerships)
        case .allowedPlatforms: .choices(Self.platforms)
        case .defaultProfile: .profile
        case .emailDomains: .texts(.domain)
        case .sslPins: .texts(.pin)
        case .supportEmail, .supportPhone: .text(maximum: 255)
        case .groupValidationStep: .integer(0...30)
        case .logQuotaMegabytes: .integer(0...1_000_000)
        case .logQuotaWarningPercent: .integer(1...100)
        case .logPurgeDays: .integer(1...3650)
        case .commandExpiryHours: .integer(0...87_600)
        case .wipeThreshold: .integer(0...100_000)
        case .wipeThresholdMinutes: .integer(1...525_600)
        case .accessTokenLifetime: .integer(1...31_536_000)
        case .maximumFailedLogins: .integer(0...1000)
        case .maximumDevicesPerUser: .integer(0...100_000)
        case .lockoutMinutes: .integer(0...525_600)
        }
    }

    /// The default: its value at a root that overrides nothing.
    package var builtIn: SettingValue {
        switch self {
        case .authenticationTypes: .strings([AuthenticationMethod.usernameAndPassword.rawValue, "token"])
        case .forceToken, .registeredDevicesOnly, .provisionSAMLUsers, .encryptCommands, .allowDoNotDisturb:
            .bool(false)
        case .requireMDMEnrollment, .collectLocation, .collectTelecom, .sslPinning, .replaceLookupValues: .bool(true)
        case .sdkGeneration: .string(Self.anyGeneration)
        case .defaultProfile: .none
        case .allowedOwnerships, .allowedPlatforms, .emailDomains, .sslPins: .strings([])
        case .supportEmail, .supportPhone: .string("")
        case .groupValidationStep, .commandExpiryHours, .wipeThreshold, .maximumDevicesPerUser: .integer(0)
        case .wipeThresholdMinutes: .integer(60)
        case .logQuotaMegabytes: .integer(200)
        case .logQuotaWarningPercent: .integer(75)
        case .logPurgeDays: .integer(14)
        case .accessTokenLifetime: .integer(86_400)
        case .maximumFailedLogins: .integer(10)
        case .lockoutMinutes: .integer(15)
        }
    }
}

/// How a user may prove who they are on a device.
package enum AuthenticationMethod: String, CaseIterable, Sendable {
    case usernameAndPassword, token, saml
}
