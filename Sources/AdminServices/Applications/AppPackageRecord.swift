import Foundation
import GRDB

/// The data of an uploaded app.
struct AppPackageRecord: Codable, Hashable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "applicationPackage"

    var applicationId: Int64
    /// The bytes; nil for an app without a package.
    var fileId: Int64?
    /// Uuid the package had as a blob, whether that is still there or not.
    var blobUuid: String?
    var fileName = ""
    var byteCount: Int64 = 0
    /// SHA-256 of the package in upper-case hexadecimal digits.
    var sha256 = ""
    /// Version the administrator gave it; empty for that of the package.
    var consoleVersion = ""
    var build = ""
    var minimumOS = ""
    var pushMode = AppPushMode.auto
    var models: [AppModel] = []
    var information = AppInformation()

    /// Made of its parts.
    init(
        applicationId: Int64, fileId: Int64? = nil, blobUuid: String? = nil, fileName: String = "",
        byteCount: Int64 = 0, sha256: String = "", consoleVersion: String = "", build: String = "",
        minimumOS: String = "", pushMode: AppPushMode = AppPushMode.auto, models: [AppModel] = [],
        information: AppInformation = AppInformation()
    ) {
        self.applicationId = applicationId
        self.fileId = fileId
        self.blobUuid = blobUuid
        self.fileName = fileName
        self.byteCount = byteCount
        self.sha256 = sha256
        self.consoleVersion = consoleVersion
        self.build = build
        self.minimumOS = minimumOS
        self.pushMode = pushMode
        self.models = models
        self.information = information
    }
}

/// How an app gets onto devices.
package enum AppPushMode: String, CaseIterable, Codable, Sendable {
    case auto = "Auto"
    case onDemand = "OnDemand"

    /// Reads a name in any letter case and with or without an underscore, or a number: 0 is `Auto`.
    init?(_ text: String) {
        let word = text.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
        switch word {
        case "auto", "automatic", "0": self = .auto
        case "ondemand", "1": self = .onDemand
        default: return nil
        }
    }

    /// As searches write it.
    var number: Int { self == .auto ? 0 : 1 }
    /// As later versions write it.
    var deliveryMethod: String { self == .auto ? "AUTO" : "ON_DEMAND" }
}

/// Other data of an administrator about an app.
struct AppInformation: Codable, Hashable, Sendable {
    /// Texts by the names of the admin API.
    var texts: [String: String] = [:]
    /// Truth values by the names of the admin API.
    var flags: [String: Bool] = [:]
    var categories: [String] = []
    /// Stars, 0 to 5.
    var rating = 0

    /// Made of its parts.
    init(
        texts: [String: String] = [:], flags: [String: Bool] = [:], categories: [String] = [], rating: Int = 0
    ) {
        self.texts = texts
        self.flags = flags
        self.categories = categories
        self.rating = rating
    }
}

/// The icon of an app, public.
struct AppIconRecord: Codable, Hashable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "applicationIcon"

    var applicationId: Int64
    /// Part of its address; another one for another picture.
    var uuid: String
    /// Media type.
    var type: String
    var data: Data

    /// Made of its parts.
    init(applicationId: Int64, uuid: String, type: String, data: Data) {
        self.applicationId = applicationId
        self.uuid = uuid
        self.type = type
        self.data = data
    }
}
