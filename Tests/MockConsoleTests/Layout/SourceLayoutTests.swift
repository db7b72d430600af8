import Testing

/// Who may know whom, and how long things may be (Architecture).
@Suite struct SourceLayoutTests {
    /// Folders that know no word of the domain.
    private static let platform = "Platform"
    /// Hubs; each may use those before it.
    private static let hubs = [
        "OrganizationGroups", "EventLog", "Administrators", "Users", "Applications", "Devices", "SmartGroups",
        "Assignments", "Compliance",
    ]
    /// Features; none knows another.
    private static let features = [
        "Discovery", "Enrollment", "RequestSignature", "Profiles", "Commands", "Beacons", "Logs",
        "GroupSettings", "Analytics", "DataUsage", "DoNotDisturb", "TermsOfUse", "KeyEscrow", "Unenrollment",
        "DeviceAdministration", "SupportInformation", "Requery", "EventHistory", "Pinning", "Certificates",
        "AppCatalog", "DeviceDirectory", "GroupAdministration", "SmartGroupAdministration", "UserAdministration",
        "Tags", "AdministratorInterface", "DeviceRegistrations", "DeviceWipes", "GroupDetails",
        "MDMProfiles",
        "EventNotifications",
    ]
    /// Folders that stand with the composition root and may know everyone.
    private static let composition = [
        "Configuration", "Console", "Environment", "OpenAPI", "Operations", "Serving", "System",
    ]

    /// Position of a folder: a file may use what stands lower, or in its own folder.
    private static func level(_ folder: String) -> Int? {
        if folder == platform { return 0 }
        if let index = hubs.firstIndex(of: folder) { return 1 + index }
        if folder == "Routing" { return 50 }
        if features.contains(folder) { return 60 }
        return composition.contains(folder) || folder.isEmpty ? 100 : nil
    }

    @Test func `Every folder has its place`() throws {
        for file in try SourceFile.all(below: "Sources/MockConsole") {
            #expect(Self.level(file.folder) != nil, "\(file.path): say in this test where \(file.folder) stands")
        }
    }

    @Test func `Nothing uses what stands above it, and no feature another feature`() throws {
        let files = try SourceFile.all(below: "Sources/MockConsole")
        var owners: [String: String] = ["ConsoleError": Self.platform]
        for file in files where owners[file.name] == nil {
            for type in file.declaredTypes { owners[type] = owners[type] ?? file.folder }
        }
        for file in files {
            guard let level = Self.level(file.folder) else { continue }
            let words = Set(file.code.joined(separator: " ").split { !($0.isLetter || $0.isNumber || $0 == "_") })
            for word in words {
                guard let owner = owners[String(word)], owner != file.folder, let other = Self.level(owner) else {
                    continue
                }
                // Controllers of hubs are written against the contexts of the routers.
                if owner == "Routing", file.name.hasSuffix("Controller") { continue }
                #expect(
                    other < level || other == 100 && level == 100,
                    "\(file.path) uses \(word) of \(owner.isEmpty ? "the composition root" : owner)")
            }
        }
    }

    @Test func `Import lines are the layers`() throws {
        for file in try SourceFile.all(below: "Sources/MockConsole") {
            let imports = file.imports
            if file.name.hasSuffix("Store") || file.name.hasSuffix("Record") {
                #expect(imports.isDisjoint(with: ["Hummingbird", "Mustache"]), "\(file.path)")
            }
            if file.name.hasSuffix("Controller") {
                #expect(imports.isDisjoint(with: ["GRDB", "Mustache"]), "\(file.path)")
            }
            if file.name.hasSuffix("Page") || file.name.hasSuffix("AdminAPI") {
                #expect(!imports.contains("GRDB"), "\(file.path)")
            }
            if file.folder == Self.platform { #expect(!imports.contains("DeviceProtocol"), "\(file.path)") }
            // Requests of the console itself go where they are looked at.
            if !file.path.contains("/Platform/Outgoing/") {
                #expect(!imports.contains("AsyncHTTPClient"), "\(file.path)")
            }
        }
        for file in try SourceFile.all(below: "Sources/DeviceProtocol") {
            #expect(
                file.imports.isSubset(of: ["Foundation", "Crypto", "CryptoExtras", "X509", "SwiftASN1"]), "\(file.path)"
            )
        }
    }

    /// Where a hazard is allowed, and why.
    private static let exceptions: [String: String] = [:]

    @Test(arguments: [
        "@unchecked Sendable", "nonisolated(unsafe)", "try!", "as!", "fatalError(", " Task {", "Task.detached",
        "preconditionFailure(",
    ])
    func `Hazards stand only where a reason is listed`(hazard: String) throws {
        for file in try SourceFile.all(below: "Sources") where Self.exceptions[file.path] == nil {
            for (number, line) in file.code.enumerated() where line.contains(hazard) {
                Issue.record("\(file.path):\(number + 1): \(hazard)")
            }
        }
    }

    @Test func `Files and functions stay short`() throws {
        let files = try SourceFile.all(below: "Sources")
        for file in files {
            #expect(file.lines.count <= 400, "\(file.path) has \(file.lines.count) lines")
            for function in file.functions where function.lines > 60 {
                Issue.record("\(file.path): \(function.name) has \(function.lines) lines")
            }
        }
        let lengths = files.map(\.lines.count).sorted()
        #expect(lengths[lengths.count / 2] <= 80, "the median file has \(lengths[lengths.count / 2]) lines")
        let functions = files.flatMap(\.functions).map(\.lines).sorted()
        #expect(functions[functions.count * 9 / 10] <= 25, "a tenth of the functions has more than 25 lines")
    }

    @Test func `The composition root stays short`() throws {
        for file in try SourceFile.all(below: "Sources/MockConsole") where file.folder.isEmpty {
            if file.name == "Application+build" { #expect(file.lines.count <= 60) }
            if file.name == "Router+build" { #expect(file.lines.count <= 110) }
        }
    }
}
