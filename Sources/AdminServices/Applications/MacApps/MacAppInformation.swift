import DeviceProtocol
import Foundation

/// The facts in the property list that describes a macOS app (AdminApplications, "macOS applications").
struct MacAppInformation: Hashable, Sendable {
    /// Bytes a property list may have.
    static let limit = 4 << 20

    /// `name`.
    let name: String
    /// `version`.
    let version: String
    /// The first bundle identifier of `installs`, else the first package of `receipts`; nil if there is none.
    let bundle: BundleIdentifier?
    /// `minimum_os_version`.
    let minimumOS: String
    /// `description`.
    let summary: String

    /// Reads a property list as Munki makes it.
    ///
    /// - Throws: ``PackageError`` for what is none, or lacks a name or a version.
    init(_ data: Data) throws {
        let value: PropertyListValue
        do {
            value = try PropertyListValue(parsing: data)
        } catch {
            throw PackageError("it is no property list: \(error)")
        }
        guard value.dictionaryValue != nil else { throw PackageError("it is no dictionary") }
        guard let name = BundleInformation.text(value["name"]) else { throw PackageError("it has no name") }
        guard let version = BundleInformation.text(value["version"], limit: 64) else {
            throw PackageError("it has no version")
        }
        (self.name, self.version) = (name, version)
        minimumOS = BundleInformation.text(value["minimum_os_version"], limit: 64) ?? ""
        summary = BundleInformation.text(value["description"], limit: 4000) ?? ""
        let installs = (value["installs"]?.arrayValue ?? []).prefix(1000).map { $0["CFBundleIdentifier"] }
        let receipts = (value["receipts"]?.arrayValue ?? []).prefix(1000).map { $0["packageid"] }
        bundle =
            (installs + receipts).lazy.compactMap { BundleInformation.text($0) }
            .compactMap { BundleIdentifier($0) }.first
    }
}
