import Foundation

/// Where a console is, and what one signs in with: the keys of its ready file, or of a sandbox.
public struct ConsoleAccess: Sendable, Hashable {
    /// Values by the keys of the ready file.
    public let values: [String: String]

    /// Access with these values.
    public init(_ values: [String: String]) { self.values = values }

    /// A value by its key; empty if it is not known.
    public subscript(key: String) -> String { values[key] ?? "" }

    /// The plain origin, which apps may use as their server URL: `http://localhost:8080`.
    public var http: String { self["http"] }
    /// The origin with TLS.
    public var https: String { self["https"] }
    /// Path of the certificate to trust.
    public var ca: String { self["ca"] }
    /// The code of the organization group that apps name.
    public var groupId: String { self["groupId"] }
    /// Name of the user who signs in.
    public var user: String { self["user"] }
    /// The user's password.
    public var password: String { self["password"] }
    /// Bundle identifier of the app that has a profile.
    public var bundleId: String { self["bundleId"] }
    /// Name of the administrator.
    public var adminUser: String { self["adminUser"] }
    /// The administrator's password.
    public var adminPassword: String { self["adminPassword"] }
    /// Value of the header `aw-tenant-code`.
    public var tenantCode: String { self["tenantCode"] }
    /// The administrator's bearer token.
    public var adminToken: String { self["adminToken"] }

    /// Variables for the app under test: where the console is, and whom to sign in.
    ///
    /// No credential of an administrator is among them.
    ///
    /// ```swift
    /// app.launchEnvironment.merge(sandbox.access.launchEnvironment) { $1 }
    /// ```
    public var launchEnvironment: [String: String] {
        var variables: [String: String] = [:]
        for (name, key) in Self.variables where key != "adminToken" {
            if let value = values[key], !value.isEmpty { variables[name] = value }
        }
        return variables
    }

    /// Keys by the variables that stand for them.
    private static let variables = [
        "MOCKUEM_URL": "http", "MOCKUEM_HTTPS_URL": "https", "MOCKUEM_CA": "ca", "MOCKUEM_GROUP_ID": "groupId",
        "MOCKUEM_USER": "user", "MOCKUEM_PASSWORD": "password", "MOCKUEM_BUNDLE_ID": "bundleId",
        "MOCKUEM_ADMIN_TOKEN": "adminToken",
    ]

    /// What a ready file says.
    ///
    /// - Throws: ``MockUEMError`` if it is missing, or is none.
    public init(readyFile path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw MockUEMError("The ready file \(path) is missing: start the console with --ready-file \(path).")
        }
        guard let values = try? JSONDecoder().decode([String: String].self, from: data) else {
            throw MockUEMError("\(path) is no ready file: it has to be an object of texts.")
        }
        self.values = values
    }

    /// What variables say: `MOCKUEM_READY_FILE`, or `MOCKUEM_URL` with `MOCKUEM_ADMIN_TOKEN`; nil if they say neither.
    ///
    /// - Throws: ``MockUEMError`` if the ready file cannot be read, or the token is missing.
    public init?(environment: [String: String]) throws {
        if let path = environment["MOCKUEM_READY_FILE"], !path.isEmpty {
            try self.init(readyFile: path)
            return
        }
        guard let url = environment["MOCKUEM_URL"], !url.isEmpty else { return nil }
        guard environment["MOCKUEM_ADMIN_TOKEN"]?.isEmpty == false else {
            throw MockUEMError("MOCKUEM_URL is \(url), but MOCKUEM_ADMIN_TOKEN is missing.")
        }
        // What the demo environment has, unless it is said otherwise.
        var values = ["groupId": "demo", "user": "demo", "password": "demo", "bundleId": "com.example.demo"]
        for (name, key) in Self.variables {
            if let value = environment[name], !value.isEmpty { values[key] = value }
        }
        self.init(values)
    }
}
