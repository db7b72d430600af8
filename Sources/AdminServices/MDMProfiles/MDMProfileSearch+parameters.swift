import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation

extension MDMProfileSearch {
    /// The most profiles on a page of version 3.
    private static let pageSizes: ClosedRange<Int64> = 1...50

    /// Reads the parameters of versions 1 and 2; empty ones filter nothing.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for an id or time that is none, and for an unknown status or ownership.
    init(_ query: QueryParameters) throws {
        self.init(
            name: query.text("profilename"), text: query.text("searchtext"),
            group: try query.group("organizationgroupid", "organizationgroupuuid"),
            platform: query.text("platform"), isActive: try ActivityWord.isActive(query.value("status")),
            type: query.text("type", "profiletype"),
            ownership: try MDMProfileWords.ownership(query.value("ownership")),
            payload: query.text("payloadname"), from: try query.date("modifiedfrom"),
            till: try query.date("modifiedtill", atEnd: true),
            order: AdminPaging.order(query, Self.columns, default: "p.id"))
    }

    /// Reads a body of version 3.
    ///
    /// - Parameters:
    ///   - fields: The members.
    ///   - firstPage: The number of the first page.
    /// - Returns: The search, and which page of it.
    /// - Throws: ``ConsoleError`` `badRequest` for a member that cannot be read.
    static func version3(_ fields: AdminFields, firstPage: Int) throws -> (MDMProfileSearch, PageRequest) {
        func text(_ name: String) throws -> String? { try fields.text(name).flatMap { $0.isEmpty ? nil : $0 } }
        var search = MDMProfileSearch(
            text: try text("search_text"), group: try group(text("organization_group_uuid")),
            platform: try text("platform"), isActive: try ActivityWord.isActive(text("status")),
            configurationTypes: try fields.texts("configuration_types").map { $0.filter { !$0.isEmpty } } ?? [],
            payloads: try fields.texts("payloads").map { $0.filter { !$0.isEmpty } } ?? [],
            context: try context(text("context")),
            excludesChildren: try fields.bool("exclude_child_organization_group") ?? false)
        if try fields.bool("exclude_compliance_profile") == true {
            search.excludedAssignments.append(MDMProfileAssignment.compliance.rawValue)
        }
        if try fields.bool("exclude_interactive_profile") == true {
            search.excludedAssignments.append(MDMProfileAssignment.interactive.rawValue)
        }
        search.order = order(by: try text("sort_by"), try text("sort_order"))
        let size = try fields.integer("page_size", in: pageSizes) ?? pageSizes.upperBound
        let number = try fields.integer("page_number", in: 0...1_000_000_000) ?? Int64(firstPage)
        // A client that counts from 1 and asks for page 0 means the first one, too.
        return (search, PageRequest(page: max(0, Int(number) - firstPage), size: Int(size)))
    }

    /// `Device` or `User`, by word or by number (1 and 2, as the documentation has a number); nil for either.
    private static func context(_ text: String?) throws -> String? {
        switch text?.lowercased() {
        case nil, "", "0", "any", "all": return nil
        case "1", "device": return "Device"
        case "2", "user": return "User"
        case let word?:
            throw ConsoleError(.badRequest, "context is \"\(word.prefix(40))\"; it has to be 1 (Device) or 2 (User).")
        }
    }

    /// A term of ORDER BY; names may have underscores.
    private static func order(by name: String?, _ direction: String?) -> String? {
        guard name != nil || direction != nil else { return nil }
        let column = columns[(name ?? "").lowercased().filter { $0 != "_" }] ?? "p.id"
        return direction?.lowercased().hasPrefix("desc") == true ? "\(column) DESC" : column
    }

    private static func group(_ text: String?) throws -> RecordReference? {
        guard let text else { return nil }
        guard let reference = RecordReference(text) else {
            throw ConsoleError(
                .badRequest, "The organization group is \"\(text.prefix(40))\"; it has to be the id of a group.")
        }
        return reference
    }
}

extension DeviceLocator {
    /// The device a body names by `DeviceId`, `Udid`, `SerialNumber` or `MacAddress`.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if it names none.
    init(_ fields: AdminFields) throws {
        let members: [(name: String, kind: Kind)] = [
            ("DeviceId", .deviceID), ("Udid", .udid), ("SerialNumber", .serialNumber), ("MacAddress", .macAddress),
            ("ImeiNumber", .imei), ("DeviceUuid", .uuid),
        ]
        for (name, kind) in members {
            let text = try fields.text(name)?.trimmingCharacters(in: .whitespaces) ?? ""
            guard !text.isEmpty, kind != .deviceID || text != "0" else { continue }
            self.init(kind, text, number: 5002)
            return
        }
        throw ConsoleError(
            .badRequest, "The body has to name a device by DeviceId, SerialNumber, Udid or MacAddress.")
    }
}
