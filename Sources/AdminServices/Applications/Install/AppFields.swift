import ConsoleHTTP
import ConsolePlatform
import DeviceProtocol
import Foundation

/// Members of a body about an app, spelled `ApplicationName` or `application_name`.
package struct AppFields: Sendable {
    /// Texts that are stored as given.
    package static let texts = [
        "Description", "SupportEmail", "SupportPhone", "DeveloperName", "DeveloperEmail", "DeveloperPhone", "Comments",
        "ChangeLog", "RenewalDate", "CostCenter", "Currency",
    ]
    /// Truth values that are stored as given.
    package static let flags = [
        "AutoUpdateVersion", "EnableProvisioning", "IsDependencyFile", "IsReimbursable",
        "AssumeManagementOfUserInstalledApp",
    ]
    /// The most elements of a list.
    package static let listLimit = 100

    let fields: AdminFields

    init(_ fields: AdminFields) {
        self.fields = fields
    }

    /// The spelling the body uses, of a name and of further ones.
    func name(_ pascal: String, _ others: String...) -> String {
        name(pascal, others)
    }

    private func name(_ pascal: String, _ others: [String]) -> String {
        ([pascal, Self.snake(pascal)] + others).first { fields.value($0) != nil } ?? pascal
    }

    /// `ApplicationName` is `application_name`.
    private static func snake(_ pascal: String) -> String {
        var text = ""
        for character in pascal {
            if character.isUppercase, !text.isEmpty { text.append("_") }
            text += character.lowercased()
        }
        return text
    }

    /// A text.
    func text(_ pascal: String, _ others: String..., maximum: Int = 255) throws -> String? {
        try fields.text(name(pascal, others), maximum: maximum)
    }

    /// A truth value.
    func bool(_ pascal: String, _ others: String...) throws -> Bool? {
        try fields.bool(name(pascal, others))
    }

    /// An id or a uuid; nil for an empty text and zero.
    func reference(_ pascal: String, _ others: String...) throws -> RecordReference? {
        let name = name(pascal, others)
        guard let text = try fields.text(name)?.trimmingCharacters(in: .whitespaces), !text.isEmpty, text != "0" else {
            return nil
        }
        guard let reference = RecordReference(text) else { throw fields.wrong(name, "has to be an id or a uuid") }
        return reference
    }

    /// The blob for the icon; nil if it is left out.
    func icon() throws -> RecordReference? { try reference("IconBlobUuId", "icon_blob_uuid", "IconBlobId") }

    /// Ids of the smart groups that the app is given to, each once, in order; nil if they are left out.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` unless it is a list such as `[{"Id":77,"Name":"Everybody"}]`.
    func smartGroups() throws -> [Int64]? {
        let name = name("SmartGroups")
        var seen: Set<Int64> = []
        return try fields.objects(name)?.compactMap { group in
            guard let id = try group.integer("Id") ?? group.integer("SmartGroupId") else {
                throw fields.wrong(name, "has to be a list of smart groups, each with its Id")
            }
            return seen.insert(id).inserted ? id : nil
        }
    }

    /// How the app gets onto devices.
    func pushMode() throws -> AppPushMode? {
        guard let text = try text("PushMode"), !text.isEmpty else { return nil }
        guard let mode = AppPushMode(text) else { throw fields.wrong(name("PushMode"), "has to be Auto or OnDemand") }
        return mode
    }

    /// The models the app is for.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if there is none, or an unknown one.
    func models(_ platform: AppPlatform) throws -> [AppModel] {
        let name = name("SupportedModels")
        var entries: [AdminFields] = []
        var isList = fields.isXML
        if case .array? = fields.value(name) { isList = true }
        if isList {
            entries = try fields.objects(name) ?? []
        } else if let object = try fields.object(name) {
            entries = try object.objects("Model") ?? []
        }
        guard !entries.isEmpty else { throw ConsoleError(.badRequest, "Supported model list cannot be empty") }
        return try entries.prefix(Self.listLimit).map { entry in
            let reader = AppFields(entry)
            let id = try entry.integer(reader.name("ModelId", "id")).flatMap { Int(exactly: $0) }
            let name = try entry.text(reader.name("ModelName", "Name"))
            guard let model = AppModel(id: id, name: name, platform: platform) else {
                throw ConsoleError(.badRequest, "Device Model specified is invalid.")
            }
            return model
        }
    }

    /// Other data about the app; members left out stay.
    func information(over old: AppInformation) throws -> AppInformation {
        var information = old
        for name in Self.texts where name != "RenewalDate" {
            if let text = try text(name, maximum: 4000) { information.texts[name] = text }
        }
        let renewal = name("RenewalDate")
        if fields.value(renewal) != nil {
            information.texts["RenewalDate"] = try fields.time(renewal)?.zoneless ?? ""
        }
        for name in Self.flags {
            if let flag = try bool(name) { information.flags[name] = flag }
        }
        if let rating = try fields.integer(name("Rating"), in: 0...5) { information.rating = Int(rating) }
        if let categories = try categories() { information.categories = categories }
        return information
    }

    /// `{"Category":[{"Name":"Games"}]}`, or a list of texts.
    private func categories() throws -> [String]? {
        let name = name("CategoryList")
        guard let value = fields.value(name) else { return nil }
        var elements: [JSONValue] = []
        if case .object = value, !fields.isXML {
            elements = try fields.object(name)?.list("Category") ?? []
        } else {
            elements = fields.list(name) ?? []
        }
        return try elements.prefix(Self.listLimit).compactMap { element in
            if case .string(let text) = element { return String(text.prefix(255)) }
            let category = AppFields(try AdminFields(element, path: "\(name)."))
            return try category.text("Name", "category_name", "CategoryName")
        }
    }
}
