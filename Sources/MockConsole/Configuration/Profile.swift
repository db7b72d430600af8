import ConsoleModel
import DeviceServices

/// Where a console stands, from which some defaults follow (Configuration, "The public profile").
package enum Profile: String, CaseIterable, Sendable {
    /// On this machine, or in a network of one's own.
    case local
    /// At an address that the world reaches.
    case `public`

    /// The default of a key, as it would be written, where it is not the one of its declaration.
    func defaultText(of key: ConfigurationKey) -> String? {
        self == .public ? Self.publicDefaults[key] : nil
    }

    private static let publicDefaults: ConfigurationSettings = [
        \.httpHost: "0.0.0.0",
        \.httpHeadTimeout: "15",
        \.httpStallTimeout: "20",
        \.httpConnectionsPerAddress: "256",
        \.httpStreams: "32",
        \.httpStreamsPerAddress: "256",
        \.bodiesBytes: "134217728",
        \.bodiesBytesPerAddress: "33554432",
        \.adminMinimumPasswordLength: "12",
        \.signatureFreshness: "600",
        \.signatureReplay: ReplayRule.refuse.rawValue,
        \.passwordsLockout: PasswordLockout.none.rawValue,
        \.passwordsUniformRefusals: "true",
        \.passwordsFailures: "5",
        \.lookupsMisses: "60",
        \.lookupsGroupNames: "false",
        \.spoolBytesPerAddress: "268435456",
        \.quotasDevices: "10000",
        \.quotasUploadBytes: "2147483648",
        \.quotasBlobBytes: "5368709120",
        \.bannerSecrets: Banner.Secrets.never.rawValue,
    ]
}
