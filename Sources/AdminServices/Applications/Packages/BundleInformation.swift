import DeviceProtocol
import Foundation

/// The facts in the `Info.plist` of an app.
struct BundleInformation: Hashable, Sendable {
    /// `CFBundleIdentifier`, whatever it is.
    let identifier: String?
    /// `CFBundleShortVersionString`, else `CFBundleVersion`; empty if there is neither.
    let version: String
    /// `CFBundleVersion`.
    let build: String
    /// `MinimumOSVersion`.
    let minimumOS: String
    /// `CFBundleDisplayName`, else `CFBundleName`.
    let displayName: String?
    /// `UIDeviceFamily`: 1 is iPhone, 2 is iPad; iPhone if it says nothing.
    let deviceFamilies: [Int]
    /// `DTPlatformName`; `iphoneos` if it says nothing.
    let platformName: String
    /// Names of icons, without scale and device.
    let iconNames: [String]

    /// Reads a property list.
    ///
    /// - Throws: ``PackageError`` for what is none, or no dictionary.
    init(_ data: Data) throws {
        let value: PropertyListValue
        do {
            value = try PropertyListValue(parsing: data)
        } catch {
            throw PackageError("its Info.plist is damaged: \(error)")
        }
        guard value.dictionaryValue != nil else { throw PackageError("its Info.plist is no dictionary") }
        identifier = value["CFBundleIdentifier"]?.stringValue
        build = Self.text(value["CFBundleVersion"], limit: 64) ?? ""
        version = Self.text(value["CFBundleShortVersionString"], limit: 64) ?? build
        minimumOS = Self.text(value["MinimumOSVersion"], limit: 64) ?? ""
        displayName = Self.text(value["CFBundleDisplayName"]) ?? Self.text(value["CFBundleName"])
        let family = value["UIDeviceFamily"]
        let families = (family?.arrayValue ?? [family].compactMap { $0 })
            .compactMap { $0.coercedInteger.flatMap { Int(exactly: $0) } }
        deviceFamilies = families.isEmpty ? [1] : Array(families.prefix(16))
        platformName = Self.text(value["DTPlatformName"], limit: 64) ?? "iphoneos"
        iconNames = Self.iconNames(value)
    }

    /// A text without control characters and blanks around it, cut at a limit; nil if nothing is left.
    static func text(_ value: PropertyListValue?, limit: Int = 255) -> String? {
        let text: String
        switch value {
        case .string(let string): text = string
        case .integer(let number): text = "\(number)"
        case .real(let number): text = "\(number)"
        default: return nil
        }
        let kept = text.unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(limit)
        let trimmed = String(String.UnicodeScalarView(kept)).trimmingCharacters(in: .whitespaces)
        return trimmed.isEmpty ? nil : trimmed
    }

    private static func iconNames(_ value: PropertyListValue) -> [String] {
        let sets = ["CFBundleIcons", "CFBundleIcons~ipad"].compactMap { value[$0]?["CFBundlePrimaryIcon"] }
        let lists = sets.map { $0["CFBundleIconFiles"] } + [value["CFBundleIconFiles"]]
        let names = lists.flatMap { $0?.arrayValue ?? [] } + [value["CFBundleIconFile"]].compactMap { $0 }
        return Array(names.compactMap(\.stringValue).filter { !$0.isEmpty }.prefix(100))
    }
}
