import ConsoleModel
import ConsolePlatform
import Foundation
import GRDB

/// The store data of an app in an environment file.
package struct EnvironmentPublicApplication: Hashable, Sendable {
    /// The most licenses an app has.
    package static let maximumLicenses: Int64 = 1_000_000_000

    /// Number of the app in its store.
    var externalId = ""
    /// Its page in the store.
    var url = ""
    /// Licenses that were purchased; nil for an app that was not.
    var licenses: Int64?
    /// Version the administrator gave it; empty for its own.
    var consoleVersion = ""
    var pushMode = AppPushMode.onDemand
    var models: [AppModel] = []
    var information = AppInformation()
    var icon: AppIcon?
}

extension EnvironmentApplication {
    /// Whether licenses of it were purchased.
    var isPurchased: Bool { type == AppKind.purchased.rawValue }

    /// The type as it is stored: a purchased app is a public one with licenses.
    var recordType: String { isPurchased ? AppKind.listed.rawValue : type }
}

/// Reads what belongs to apps of stores.
enum EnvironmentPublicApplicationReader {
    private static let keys = [
        "externalId", "url", "licenses", "consoleVersion", "pushMode", "models", "categories", "rating", "information",
        "icon",
    ]

    /// Reads it; nil for an uploaded app, and for a public one without such data.
    static func read(_ node: EnvironmentNode?, of application: EnvironmentApplication)
        -> EnvironmentPublicApplication?
    {
        var store = EnvironmentPublicApplication()
        if application.isPurchased { store.licenses = 0 }
        guard let node else { return application.isPurchased ? store : nil }
        if application.type == AppKind.uploaded.rawValue { node.complain("is only for apps of a store") }
        guard let mapping = node.mapping(keys) else { return nil }
        store.externalId = mapping["externalId"]?.text(0...255) ?? ""
        store.url = mapping["url"].flatMap(address) ?? ""
        if let licenses = mapping["licenses"] {
            if !application.isPurchased { licenses.complain("is only for apps of the type Purchased") }
            store.licenses = licenses.integer(0...EnvironmentPublicApplication.maximumLicenses)
        }
        store.consoleVersion = mapping["consoleVersion"]?.text(0...64) ?? ""
        let mode = mapping["pushMode"]?.choice(AppPushMode.allCases.map(\.rawValue))
        store.pushMode = mode.flatMap { AppPushMode(rawValue: $0) } ?? .onDemand
        let platform = AppPlatform(application.platform) ?? .android
        store.models = list(mapping["models"]).compactMap { model($0, platform) }
        store.information.categories = list(mapping["categories"]).compactMap { $0.text(0...255) }
        store.information.rating = Int(mapping["rating"]?.integer(0...5) ?? 0)
        if let node = mapping["information"] { readInformation(node, &store.information) }
        store.icon = mapping["icon"].flatMap(icon)
        return store
    }

    private static func icon(_ node: EnvironmentNode) -> AppIcon? {
        guard let text = node.scalar?.text else { return nil }
        guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters), let icon = AppIcon(data) else {
            node.complain("must be \(AppIcon.form) in base64")
            return nil
        }
        return icon
    }

    private static func list(_ node: EnvironmentNode?) -> [EnvironmentNode] {
        let elements = node?.list ?? []
        if elements.count > AppFields.listLimit { node?.complain("must not have more than \(AppFields.listLimit)") }
        return elements
    }

    private static func address(_ node: EnvironmentNode) -> String? {
        guard let text = node.text(0...2000) else { return nil }
        let scheme = URL(string: text)?.scheme?.lowercased() ?? ""
        guard text.isEmpty || ["http", "https"].contains(scheme) else {
            node.complain("must be an http or https address")
            return nil
        }
        return text
    }

    private static func model(_ node: EnvironmentNode, _ platform: AppPlatform) -> AppModel? {
        guard let mapping = node.mapping(["id", "name"]) else { return nil }
        let id = mapping["id"]?.integer(Int64(Int32.min)...Int64(Int32.max)).map { Int($0) }
        guard let model = AppModel(id: id, name: mapping["name"]?.text(0...255), platform: platform) else {
            node.complain("is no model of \(platform.name)")
            return nil
        }
        return model
    }

    private static func readInformation(_ node: EnvironmentNode, _ information: inout AppInformation) {
        guard let mapping = node.mapping(AppFields.texts + AppFields.flags) else { return }
        for name in AppFields.texts { information.texts[name] = mapping[name]?.text(0...4000) }
        for name in AppFields.flags { information.flags[name] = mapping[name]?.bool }
    }
}

extension EnvironmentExport {
    /// The store data of an app; nil for none.
    func store(of record: ApplicationRecord) throws -> EnvironmentPublicApplication? {
        guard record.type != AppKind.uploaded.rawValue else { return nil }
        let known = try PublicApplicationRecord.fetchOne(db, key: record.id)
        let package = try AppPackageRecord.fetchOne(db, key: record.id)
        let icon = try AppIconRecord.fetchOne(db, key: record.id).flatMap { AppIcon($0.data) }
        // A package with a file belongs to the time when the app was an uploaded one, and its picture, too.
        guard known != nil || package.map({ $0.fileId == nil }) ?? (icon != nil) else { return nil }
        return EnvironmentPublicApplication(
            externalId: known?.externalId ?? "", url: known?.url ?? "", licenses: known?.licenses,
            consoleVersion: package?.consoleVersion ?? "", pushMode: package?.pushMode ?? .onDemand,
            models: package?.models ?? [], information: package?.information ?? AppInformation(),
            icon: icon)
    }
}

extension EnvironmentImportRun {
    /// Stores what belongs to an app of a store, or takes it away.
    func importStore(of application: EnvironmentApplication, _ id: Int64) throws {
        var package = try AppPackageRecord.fetchOne(db, key: id)
        guard let store = application.store else {
            try PublicApplicationRecord.deleteOne(db, key: id)
            if let package, package.fileId == nil { try package.delete(db) }
            if application.recordType != AppKind.uploaded.rawValue { try AppIconRecord.deleteOne(db, key: id) }
            return
        }
        try PublicApplicationRecord(
            applicationId: id, externalId: store.externalId, url: store.url, licenses: store.licenses
        ).save(db)
        package = package ?? AppPackageRecord(applicationId: id)
        package?.consoleVersion = store.consoleVersion
        package?.pushMode = store.pushMode
        package?.models = store.models
        package?.information = store.information
        try package?.save(db)
        try importIcon(store.icon, id)
    }

    /// Another picture has another address.
    private func importIcon(_ icon: AppIcon?, _ id: Int64) throws {
        guard let icon else {
            try AppIconRecord.deleteOne(db, key: id)
            return
        }
        guard try AppIconRecord.fetchOne(db, key: id)?.data != icon.data else { return }
        try AppIconRecord(applicationId: id, uuid: random.uuid(), type: icon.type, data: icon.data).save(db)
    }
}
