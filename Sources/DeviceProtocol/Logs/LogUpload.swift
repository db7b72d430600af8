public import Foundation

/// The kinds of uploaded logs (DeviceServices, section 15).
public enum LogType: Int, Hashable, Codable, Sendable, CaseIterable {
    /// Nothing in particular.
    case none = 0
    /// The app.
    case application = 1
    /// A crash.
    case crash = 2
    /// The device.
    case device = 3
}

/// How much a log holds, on the scale of commands, not of profiles (DeviceServices, section 15).
public enum LogLevel: Int, Hashable, Codable, Sendable, CaseIterable {
    /// Nothing.
    case off = -1
    /// Everything.
    case debug = 0
    /// Information and above.
    case information = 1
    /// Warnings and above.
    case warning = 2
    /// Errors.
    case error = 3
}

/// The short fields of a log upload (DeviceServices, section 15).
public struct LogUploadHeader: Hashable, Sendable {
    /// `BundleId`.
    public var bundle: BundleIdentifier
    /// `AppVersion`; empty if absent.
    public var appVersion: String
    /// `LogType`; application if absent.
    public var type: LogType
    /// `LogLevel`; debug if absent.
    public var level: LogLevel

    /// Takes the fields.
    public init(
        bundle: BundleIdentifier, appVersion: String, type: LogType = .application, level: LogLevel = .debug
    ) {
        self.bundle = bundle
        self.appVersion = appVersion
        self.type = type
        self.level = level
    }
}

/// A log upload as a client makes it (DeviceServices, section 15).
public struct LogUpload: Hashable, Sendable {
    /// The short fields.
    public var header: LogUploadHeader
    /// `LogData`, the log as text.
    public var text: String

    /// Takes the fields.
    public init(header: LogUploadHeader, text: String) {
        self.header = header
        self.text = text
    }

    /// The pretty-printed JSON form, all values strings.
    public func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        return try encoder.encode([
            "BundleId": header.bundle.value, "AppVersion": header.appVersion,
            "LogType": String(header.type.rawValue), "LogLevel": String(header.level.rawValue), "LogData": text,
        ])
    }
}
