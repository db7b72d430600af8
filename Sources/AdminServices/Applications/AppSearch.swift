import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import GRDB

/// The filters of a search of apps, all of which must hold (AdminApplications, "Searching applications").
struct AppSearch: Sendable {
    /// `App` or `Book`; there are no books.
    var productType: String?
    /// `Internal`, `Public` or `Purchased`.
    var type: String?
    /// Part of the name.
    var name: String?
    var bundle: String?
    /// Name of a category.
    var category: String?
    /// The group of the apps; nil for all of the administrator's subtree.
    var group: RecordReference?
    var includesChildren = true
    var includesParents = false
    /// Name of a model.
    var model: String?
    var status: String?
    var platform: String?
    /// The order, in SQL.
    var order = "application.id"

    /// The console's version, by its numbers.
    private static let consoleVersion = ordered("COALESCE(NULLIF(package.consoleVersion, ''), application.version)")

    /// A version by its first four numbers, as ``ConsoleVersion`` reads them: 1.10 comes after 1.9.
    private static func ordered(_ version: String) -> String {
        let parts = "'[' || replace(json_quote(\(version)), '.', '\",\"') || ']'"
        let numbers = (0..<4).map { "CAST(json_extract(\(parts), '$[\($0)]') AS INTEGER)" }
        return "printf('%010d%010d%010d%010d', \(numbers.joined(separator: ", ")))"
    }

    /// Names clients order by, in lower case.
    private static let orders = [
        "applicationname": "application.name COLLATE NOCASE", "application_name": "application.name COLLATE NOCASE",
        "bundleid": "application.bundleId", "bundle_id": "application.bundleId",
        "appversion": consoleVersion, "application_version": consoleVersion,
        "actualfileversion": ordered("application.version"), "actual_file_version": ordered("application.version"),
        "platform": "application.platform", "status": "application.status", "apptype": "application.type",
        "applicationtype": "application.type",
    ]

    /// Reads the query of either version.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for what is neither true nor false.
    init(_ query: QueryParameters) throws {
        productType = query.text("product_type", "type")
        type = query.text("applicationtype", "application_type")
        name = query.text("applicationname", "application_name")
        bundle = query.text("bundleid", "bundle_id")
        category = query.text("category")
        model = query.text("model")
        status = query.text("status")
        platform = query.text("platform")
        if let text = query.text("locationgroupid", "organization_group_uuid", "organizationgroupid") {
            // A reference that names no group finds nothing.
            group = RecordReference(text) ?? .id(0)
        }
        includesChildren = try query.bool("includeAppsFromChildOgs") ?? true
        includesParents = try query.bool("IncludeAppsFromParentOgs") ?? false
        order = AdminPaging.order(query, Self.orders, default: "application.id")
    }
}

extension AppCatalogStore {
    /// Apps of an administrator's subtree.
    func search(_ search: AppSearch, for administrator: AdministratorIdentity, page: PageRequest) async throws
        -> Page<AppEntry>
    {
        try await database.read { db in
            guard let (condition, arguments) = try Self.condition(search, for: administrator, db) else {
                return Page(items: [], request: page, total: 0)
            }
            let source = """
                FROM application JOIN organizationGroup home ON home.id = application.groupId
                LEFT JOIN applicationPackage package ON package.applicationId = application.id
                LEFT JOIN storeApplication store ON store.applicationId = application.id WHERE \(condition)
                """
            let total = try Int.fetchOne(db, sql: "SELECT COUNT(*) \(source)", arguments: arguments) ?? 0
            let records = try ApplicationRecord.fetchAll(
                db,
                sql: """
                    SELECT application.* \(source) ORDER BY \(search.order), application.id
                    LIMIT :size OFFSET :offset
                    """, arguments: arguments + ["size": page.size, "offset": page.offset])
            let items = try AppEntryReader.details(of: records, census, db)
            return Page(items: items, request: page, total: total)
        }
    }

    /// The condition on rows; nil if none can match.
    private static func condition(
        _ search: AppSearch, for administrator: AdministratorIdentity, _ db: GRDB.Database
    ) throws -> (String, StatementArguments)? {
        if let product = search.productType, product.lowercased() != "app" { return nil }
        var conditions = [Subtree.condition("home.path", in: ":top")]
        var arguments: StatementArguments = ["top": administrator.subtree]
        if let reference = search.group {
            guard let group = try OrganizationGroupRecord.find(reference, db),
                administrator.subtree.contains(group)
            else { return nil }
            var places = [Subtree.condition("home.path", isTopOf: ":group")]
            if search.includesChildren { places.append(Subtree.condition("home.path", in: ":group")) }
            if search.includesParents { places.append(Subtree.condition(":group", in: "home.path")) }
            conditions.append("(\(places.joined(separator: " OR ")))")
            arguments += ["group": group.subtree]
        }
        func add(_ name: String, _ value: String?, _ condition: String) {
            guard let value else { return }
            conditions.append(condition)
            arguments += [name: value]
        }
        add("type", search.type, "\(AppKind.column) = :type COLLATE NOCASE")
        add("bundle", search.bundle, "application.bundleId = :bundle")
        add("status", search.status, "application.status = :status COLLATE NOCASE")
        add(
            "platform", search.platform.map { AppPlatform($0)?.name ?? $0 },
            "application.platform = :platform COLLATE NOCASE")
        add("name", search.name, "instr(lower(application.name), lower(:name)) > 0")
        add("model", search.model, has("models", ".name", ":model"))
        add("category", search.category, has("information", "", ":category", path: "$.categories"))
        return (conditions.joined(separator: " AND "), arguments)
    }

    /// Whether a list in JSON has an element.
    private static func has(_ column: String, _ member: String, _ argument: String, path: String = "$") -> String {
        let value = member.isEmpty ? "element.value" : "element.value ->> '$\(member)'"
        return """
            EXISTS (SELECT 1 FROM json_each(package.\(column), '\(path)') element
                WHERE \(value) = \(argument) COLLATE NOCASE)
            """
    }
}
