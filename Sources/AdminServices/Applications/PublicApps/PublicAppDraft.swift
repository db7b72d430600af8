import ConsoleHTTP
import ConsolePlatform
import DeviceProtocol
import Foundation

/// A public app as a client describes it (AdminStoreApplications, "Public applications").
///
/// A real console gets the rest from the store; this one uses the values in the request.
struct PublicAppDraft: Sendable {
    let name: String
    let bundle: BundleIdentifier
    let platform: AppPlatform
    let version: String
    let store: PublicApplicationRecord
    let models: [AppModel]
    let pushMode: AppPushMode
    let information: AppInformation
    /// The group it is for; nil for the administrator's own.
    let group: RecordReference?
    /// The code of that group, where only a mock is asked.
    let groupCode: String?
    /// Ids of the smart groups it is given to at once.
    let smartGroups: [Int64]
    /// An uploaded picture.
    let icon: RecordReference?

    /// Reads a body.
    ///
    /// - Parameters:
    ///   - reader: The members.
    ///   - isPurchased: Whether it was purchased; its platform defaults to Apple.
    /// - Throws: ``ConsoleError`` `badRequest` that names what is missing or wrong.
    init(_ reader: AppFields, isPurchased: Bool = false) throws {
        platform = try Self.platform(reader, isPurchased ? .apple : nil)
        var store = PublicApplicationRecord(applicationId: 0)
        try store.change(reader)
        if store.externalId.isEmpty, let id = Self.number(in: store.url) { store.externalId = id }
        if isPurchased {
            store.licenses = try reader.fields.integer("licenses", in: 0...1_000_000_000) ?? 0
        }
        bundle = try Self.bundle(reader, platform, store)
        let given = try reader.text("ApplicationName", "name")?.trimmingCharacters(in: .whitespaces) ?? ""
        name = given.isEmpty ? bundle.value : given
        version = try reader.text("ActualFileVersion", "AppVersion", "version", maximum: 64) ?? ""
        models = reader.fields.value(reader.name("SupportedModels")) == nil ? [] : try reader.models(platform)
        pushMode = try reader.pushMode() ?? .onDemand
        information = try reader.information(over: AppInformation())
        group = try reader.reference("LocationGroupId", "organization_group_uuid", "OrganizationGroupId")
        groupCode = isPurchased ? try reader.text("group") : nil
        smartGroups = isPurchased ? [] : try reader.smartGroups() ?? []
        icon = isPurchased ? nil : try reader.icon()
        self.store = store
    }

    private static func platform(_ reader: AppFields, _ fallback: AppPlatform?) throws -> AppPlatform {
        let text = try reader.text("Platform", "DeviceType")?.trimmingCharacters(in: .whitespaces) ?? ""
        guard let platform = text.isEmpty ? fallback : AppPlatform(text) else {
            throw reader.fields.wrong("Platform", "has to be a platform, such as Apple or Android")
        }
        return platform
    }

    /// The identifier of the app; of one that is known by its number in the store, `id` and that number.
    private static func bundle(_ reader: AppFields, _ platform: AppPlatform, _ store: PublicApplicationRecord) throws
        -> BundleIdentifier
    {
        let text = try reader.text("BundleId")?.trimmingCharacters(in: .whitespaces) ?? ""
        if text.isEmpty, platform == .android {
            throw ConsoleError(.badRequest, "The field BundleId is required for Android.")
        }
        if text.isEmpty, store.externalId.isEmpty {
            throw ConsoleError(
                .badRequest, "Either ExternalId, an ApplicationUrl with the number of the app, or BundleId is required."
            )
        }
        guard let bundle = BundleIdentifier(text.isEmpty ? "id\(store.externalId)" : text) else {
            throw reader.fields.wrong(text.isEmpty ? "ExternalId" : "BundleId", "has to be \(BundleIdentifier.rule)")
        }
        return bundle
    }

    /// The number of an app in the address of its page: `https://apps.apple.com/app/name/id361309726`.
    private static func number(in address: String) -> String? {
        let path = URL(string: address)?.path() ?? ""
        return path.split(separator: "/").last { $0.hasPrefix("id") && $0.dropFirst(2).allSatisfy(\.isASCIIDigit) }
            .map { String($0.dropFirst(2)) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension Character {
    /// Whether it is one of 0 to 9.
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
