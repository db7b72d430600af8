import ConsoleModel
import ConsolePlatform
import Hummingbird

/// A public app (AdminStoreApplications, "Public applications"): what searches write, and what its store says.
struct PublicAppBody: Encodable, Sendable {
    private enum Member: String, CodingKey {
        case ApplicationUrl, ChangeLog, Comments, Description, DeveloperEmail, DeveloperName, DeveloperPhone, ExternalId
        case Rating, RenewalDate, Sdk, SdkProfileId, SdkProfileUuid, SupportEmail, SupportPhone
        case AvailableLicenses, PurchasedLicenses, RedeemedLicenses
    }

    /// Its data.
    private static let texts: [Member] = [
        .ChangeLog, .Comments, .Description, .DeveloperEmail, .DeveloperName, .DeveloperPhone, .SupportEmail,
        .SupportPhone,
    ]

    private let app: AppEntry
    private let listing: AppSearchBody

    init(_ app: AppEntry, origin: String) throws {
        self.app = app
        listing = try AppSearchBody(app, origin: origin)
    }

    func encode(to encoder: any Encoder) throws {
        try listing.encode(to: encoder)
        var container = encoder.container(keyedBy: Member.self)
        try container.encode(app.store?.url ?? "", forKey: .ApplicationUrl)
        try container.encode(app.store?.externalId ?? "", forKey: .ExternalId)
        for member in Self.texts { try container.encode(app.text(member.rawValue), forKey: member) }
        try container.encodeIfPresent(app.renewalDate, forKey: .RenewalDate)
        try container.encode(app.package.information.rating, forKey: .Rating)
        try container.encode(app.application.profileMode != .none, forKey: .Sdk)
        try container.encodeIfPresent(app.profile?.id, forKey: .SdkProfileId)
        try container.encodeIfPresent(app.profile?.uuid, forKey: .SdkProfileUuid)
        guard let licenses = app.store?.licenses else { return }
        let redeemed = min(Int64(app.counts.installed), licenses)
        try container.encode(licenses, forKey: .PurchasedLicenses)
        try container.encode(redeemed, forKey: .RedeemedLicenses)
        try container.encode(licenses - redeemed, forKey: .AvailableLicenses)
    }
}

/// An app as a search of the store finds it.
struct PublicAppListingBody: Encodable, Sendable {
    let ApplicationName: String
    let ApplicationUrl: String
    let BundleId: String
    let CategoryList: [String]
    let Description: String
    let ExternalId: String
    let LargeIconUri: String
    let Platform: Int
    let Version: String

    init(_ app: AppEntry, origin: String) {
        (ApplicationName, BundleId) = (app.application.name, app.application.bundleId)
        (ApplicationUrl, ExternalId) = (app.store?.url ?? "", app.store?.externalId ?? "")
        (CategoryList, Description) = (app.package.information.categories, app.text("Description"))
        LargeIconUri = AppIconDeviceController.address(of: app.iconUUID, origin: origin)
        (Platform, Version) = (app.platform.rawValue, app.application.version)
    }
}

/// A purchased app as the routes of a mock answer it.
struct PurchasedAppBody: ResponseEncodable, Sendable {
    let applicationUrl: String
    let bundleId: String
    let externalId: String
    let group: String
    let id: Int64
    let licenses: Int64
    let name: String
    let platform: String
    let uuid: String
    let version: String

    init(_ app: AppEntry) throws {
        (id, uuid) = (try app.application.storedID(), app.application.uuid)
        name = app.application.name
        bundleId = app.application.bundleId
        version = app.application.version
        (applicationUrl, externalId) = (app.store?.url ?? "", app.store?.externalId ?? "")
        group = app.group.code
        licenses = app.store?.licenses ?? 0
        platform = app.platform.name
    }
}
