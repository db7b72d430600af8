public import DeviceProtocol

/// The settings of a simulation.
public struct SimulationSettings: Sendable {
    /// The app, its user and where its environment comes from; the same for all devices.
    public var setup: ClientSetup
    /// The apps on each device, by cluster; empty if the script says which, or there is only that of the setup.
    public var clusters: [[BundleIdentifier]] = []
    /// How many devices there are.
    public var devices = 10
    /// Steps of the whole fleet a second.
    public var rate = 2.0
    /// Seconds after the ramp in which steps begin.
    public var duration = 10.0
    /// Seed of all random choices.
    public var seed: UInt64 = 1
    /// The steps of devices.
    public var script = SimulationScript()
    /// First launches at a time; the first of a user costs the console a password hash.
    public var rampConcurrency = 16
    /// Whether to keep a line for each request.
    public var keepsTrace = false

    /// Devices whose user types a server and a group.
    ///
    /// - Parameters:
    ///   - origin: Scheme, host and port of the console.
    ///   - group: The "Group ID".
    ///   - bundle: The app.
    ///   - user: Its user.
    public init(origin: String, group: String, bundle: BundleIdentifier, user: ClientSetup.User) {
        setup = ClientSetup(
            bundle: bundle, mode: .review(server: origin, group: group), authority: Self.authority(of: origin),
            user: user)
    }

    /// The apps on each device.
    var installedApps: [SimulatedAppChoice] {
        let groups = [clusters, script.clusters].first { !$0.isEmpty } ?? [[setup.bundle]]
        return SimulatedAppChoice.apps(of: groups)
    }

    /// What is wrong with the apps; nil if nothing is.
    public var problem: String? {
        let bundles = installedApps.map(\.bundle)
        let names = bundles.map(\.value).joined(separator: ", ")
        if let stranger = script.namedApps.first(where: { !bundles.contains($0) }) {
            return "the script lets \(stranger) do something, which is not among the apps: \(names)"
        }
        guard Set(bundles).count == bundles.count else { return "an app is named twice: \(names)" }
        return nil
    }

    /// Host and port of an origin as they stand in a `Host` header: without the port that goes without saying.
    public static func authority(of origin: String) -> String {
        let parts = origin.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        guard parts.count > 1 else { return origin }
        let ordinary = parts[0].lowercased() == "https:" ? ":443" : ":80"
        return parts[1].hasSuffix(ordinary) ? String(parts[1].dropLast(ordinary.count)) : parts[1]
    }
}
