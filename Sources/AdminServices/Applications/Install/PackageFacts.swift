import ConsolePlatform
import DeviceProtocol
import Foundation

/// The facts about a package before it becomes an app.
struct PackageFacts: Sendable {
    let bundle: String
    let version: String
    var build = ""
    var minimumOS = ""
    /// A PNG picture.
    var icon: Data?
}

extension PackageFacts {
    /// Opens a package, or goes by what its client says where that is not done.
    ///
    /// - Parameters:
    ///   - path: Where the bytes are.
    ///   - order: The client's order.
    ///   - acceptsUnreadable: Whether an IPA that cannot be read is taken by its name.
    /// - Throws: ``ConsoleError`` `badRequest` with the reason for a package that is broken.
    init(path: String, order: InstallOrder, acceptsUnreadable: Bool) throws {
        let file = order.file
        guard file.ending == "ipa" else {
            self.init(unopened: order)
            return
        }
        do {
            let package = try IPAPackage(path: path)
            let information = package.information
            self.init(
                bundle: package.bundle.value, version: information.version.isEmpty ? "1.0" : information.version,
                build: information.build, minimumOS: information.minimumOS, icon: package.icon)
        } catch let error as PackageError {
            guard acceptsUnreadable else {
                throw ConsoleError(.badRequest, "The package \(file.text) cannot be read: \(error.reason).")
            }
            self.init(unopened: order)
        }
    }

    /// The facts about a package that is not opened: from the client, else from its name.
    ///
    /// `Demo-App_1.4.2.apk` is the app Demo-App in version 1.4.2.
    init(unopened order: InstallOrder) {
        let file = order.file
        let stem = String(file.text.dropLast(file.ending.count + 1))
        let found = stem.firstMatch(of: /[-_ ]?v?(?<version>\d+(\.\d+)+)/)
        let given = [order.version, order.consoleVersion, found.map { String($0.version) }]
        let base = found.map { stem.replacing($0.0, with: "") } ?? stem
        let kept = String(base.map { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) ? $0 : "-" })
        let trimmed = kept.trimmingCharacters(in: CharacterSet(charactersIn: ".-_"))
        let named = [order.bundle, trimmed].compactMap { $0 }.compactMap(BundleIdentifier.init).first
        self.init(
            bundle: named?.value ?? "app", version: given.compactMap { $0 }.first { !$0.isEmpty } ?? "1.0",
            minimumOS: order.minimumOS)
    }
}
