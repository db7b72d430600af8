public import DeviceProtocol

/// One of the apps on each device of a fleet.
public struct SimulatedAppChoice: Hashable, Sendable {
    /// Its bundle identifier.
    public let bundle: BundleIdentifier
    /// Number of its cluster, from 0; apps of one cluster share their keychain.
    public let cluster: Int

    /// The apps of clusters.
    public static func apps(of clusters: [[BundleIdentifier]]) -> [SimulatedAppChoice] {
        clusters.enumerated().flatMap { number, bundles in
            bundles.map { SimulatedAppChoice(bundle: $0, cluster: number) }
        }
    }

    /// Prefix of its keychain.
    var prefix: String { "ABCDE\(12345 + cluster)" }
}
