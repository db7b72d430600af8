import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import NIOPosix

/// Makes apps of macOS packages, by what their property lists say (AdminApplications, "macOS applications").
struct MacAppInstaller: Sendable {
    /// The refusal of each blob.
    enum Refusal {
        static let propertyList = 7451
        static let package = 7452
        static let icon = 7453
        static let app = 7454
    }

    let installer: AppInstaller

    private var blobs: BlobStore { installer.blobs }

    /// Makes an app of blobs.
    ///
    /// - Parameters:
    ///   - fields: The members of the client's body.
    ///   - group: The group in the path.
    ///   - administrator: Who asks.
    /// - Returns: Id of the app.
    /// - Throws: ``ConsoleError`` `badRequest` (7451 for the property list, 7452 for the package, 7453 for the icon,
    ///   7454 for an app there is already or an unknown group).
    func install(_ fields: AppFields, in group: RecordReference, by administrator: AdministratorIdentity) async throws
        -> Int64
    {
        let information = try await information(fields, administrator)
        let package = try await package(fields, administrator)
        let icon = try await icon(fields, administrator)
        var members = [
            JSONMember(name: "BlobId", value: .string(package.uuid)),
            JSONMember(name: "ApplicationName", value: .string(information.name)),
            JSONMember(name: "FileName", value: .string(package.fileName)),
            JSONMember(name: "DeviceType", value: .string(AppPlatform.macOS.name)),
            JSONMember(name: "BundleId", value: .string(information.bundle?.value ?? Self.bundle(information.name))),
            JSONMember(name: "ActualFileVersion", value: .string(information.version)),
            JSONMember(name: "MinimumOperatingSystem", value: .string(information.minimumOS)),
            JSONMember(name: "Description", value: .string(information.summary)),
            JSONMember(name: "LocationGroupId", value: .string(group.description)),
            JSONMember(
                name: "SupportedModels",
                value: .array([
                    .object([
                        JSONMember(name: "ModelId", value: .number("0")),
                        JSONMember(name: "ModelName", value: .string("Any")),
                    ])
                ])
            ),
        ]
        if let version = try fields.text("version", maximum: 64) {
            members.append(JSONMember(name: "AppVersion", value: .string(version)))
        }
        if let icon { members.append(JSONMember(name: "IconBlobUuId", value: .string(icon.uuid))) }
        let order = AppFields(try AdminFields(.object(members)))
        return try await refusing(Refusal.app, "") { try await installer.install(order, by: administrator) }
    }

    /// The facts in the property list.
    private func information(_ fields: AppFields, _ administrator: AdministratorIdentity) async throws
        -> MacAppInformation
    {
        let number = Refusal.propertyList
        let (blob, path) = try await blob("pkgInfoBlobId", fields, number, administrator)
        let data = try await NIOThreadPool.singleton.runIfActive {
            Data(try FileBytes(path: path).bytes(at: 0, upTo: MacAppInformation.limit + 1))
        }
        guard data.count <= MacAppInformation.limit else {
            throw ConsoleError(
                .badRequest, "The property list \(blob.fileName) has more than \(MacAppInformation.limit) bytes.",
                number: number)
        }
        do {
            return try MacAppInformation(data)
        } catch let error as PackageError {
            throw ConsoleError(
                .badRequest, "The property list \(blob.fileName) cannot be used: \(error.reason).", number: number)
        }
    }

    private func package(_ fields: AppFields, _ administrator: AdministratorIdentity) async throws -> BlobRecord {
        let (blob, _) = try await blob("applicationBlobId", fields, Refusal.package, administrator)
        guard BlobFileName(blob.fileName).flatMap({ AppPlatform(ending: $0.ending) }) == .macOS else {
            throw ConsoleError(
                .badRequest, "The blob \(blob.fileName) is no macOS package: its name has to end in dmg, pkg or mpkg.",
                number: Refusal.package)
        }
        return blob
    }

    /// The icon, which need not be there.
    private func icon(_ fields: AppFields, _ administrator: AdministratorIdentity) async throws -> BlobRecord? {
        let text = try fields.text("applicationIconId")?.trimmingCharacters(in: .whitespaces) ?? ""
        guard !text.isEmpty, text != "0" else { return nil }
        let (blob, path) = try await blob("applicationIconId", fields, Refusal.icon, administrator)
        let data = try FileBytes(path: path).bytes(at: 0, upTo: AppIcon.limit + 1)
        guard AppIcon(Data(data)) != nil else {
            throw ConsoleError(.badRequest, AppIcon.rule, number: Refusal.icon)
        }
        return blob
    }

    /// A blob, and where its bytes are.
    private func blob(
        _ name: String, _ fields: AppFields, _ number: Int, _ administrator: AdministratorIdentity
    ) async throws -> (BlobRecord, String) {
        try await refusing(number, "\(name): ") {
            guard let reference = try fields.reference(name) else {
                throw ConsoleError(.badRequest, "the id of a blob is required.")
            }
            let (blob, file) = try await blobs.blob(reference, in: administrator.subtree)
            return (blob, try blobs.shelf.path(of: file.name))
        }
    }

    /// Gives refusals a number of this route.
    private func refusing<Result>(_ number: Int, _ start: String, _ act: () async throws -> Result) async throws
        -> Result
    {
        do {
            return try await act()
        } catch let error as ConsoleError where [.badRequest, .notFound].contains(error.code) {
            throw ConsoleError(.badRequest, start + error.message, number: number)
        }
    }

    /// An identifier for an app whose property list names none.
    private static func bundle(_ name: String) -> String {
        String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") ? $0 : "-" })
    }
}
