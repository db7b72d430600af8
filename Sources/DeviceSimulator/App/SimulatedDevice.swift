public import DeviceProtocol
public import Foundation

/// A device with several apps; those of one cluster share its keychain, and so sign-in and single sign-on
/// (ClientSequence, section 1.1).
///
/// One app is used at a time. What it does to the keychain, the next one of its cluster finds there.
public struct SimulatedDevice: Sendable {
    private var installed: [SimulatedApp] = []
    private var keychains: [String: SharedKeychain] = [:]
    private let wire: ClientWire
    private let makeGenerator: @Sendable (_ app: Int) -> SplitMix64
    private let now: @Sendable () -> Date
    private let signingDate: @Sendable () -> Date

    /// A device without apps.
    ///
    /// - Parameters:
    ///   - seed: Of everything its apps make up.
    ///   - now: Its clock.
    ///   - transport: How requests get to the console.
    public init(seed: UInt64 = 1, now: @escaping @Sendable () -> Date, transport: @escaping HTTPTransport) {
        let wire = ClientWire(transport, generator: SplitMix64(seed: seed, device: 0, purpose: 2))
        self.init(
            wire: wire, now: now, signingDate: now,
            makeGenerator: { SplitMix64(seed: seed, device: $0, purpose: 3) })
    }

    init(
        wire: ClientWire, now: @escaping @Sendable () -> Date, signingDate: @escaping @Sendable () -> Date,
        makeGenerator: @escaping @Sendable (_ app: Int) -> SplitMix64
    ) {
        self.wire = wire
        self.now = now
        self.signingDate = signingDate
        self.makeGenerator = makeGenerator
    }

    /// The apps as they would be used now, in the order of their installation.
    public var apps: [SimulatedApp] { installed.map(current) }

    /// Whether the device has no network.
    public var isOffline: Bool {
        get { wire.isOffline }
        nonmutating set { wire.isOffline = newValue }
    }

    /// Installs an app, or installs it anew: nothing of its own is left.
    ///
    /// The keychain of its cluster stays while another app of the cluster is installed.
    public mutating func install(_ setup: ClientSetup) {
        let position = installed.firstIndex { $0.setup.bundle == setup.bundle } ?? installed.count
        // A name that an app generates again differs from the first one.
        let generator = position < installed.count ? installed[position].generator : makeGenerator(position)
        remove(setup.bundle)
        let app = SimulatedApp(setup, generator: generator, wire: wire, now: now, signingDate: signingDate)
        installed.insert(app, at: position)
    }

    /// Removes an app.
    public mutating func remove(_ bundle: BundleIdentifier) {
        installed.removeAll { $0.setup.bundle == bundle }
        let clusters = Set(installed.map(\.setup.cluster))
        keychains = keychains.filter { clusters.contains($0.key) }
    }

    /// Gives the device to somebody else; the apps notice once somebody signs in.
    public mutating func hand(to user: ClientSetup.User) {
        for index in installed.indices { installed[index].setup.user = user }
    }

    /// Uses an app.
    ///
    /// - Returns: What the work returns.
    /// - Throws: ``ClientFailure`` `internalError` if the app is not installed, or what the work throws.
    @discardableResult
    public mutating func use<Result: Sendable>(
        _ bundle: BundleIdentifier, _ work: (inout SimulatedApp) async throws -> Result
    ) async throws -> Result {
        guard let index = installed.firstIndex(where: { $0.setup.bundle == bundle }) else {
            throw ClientFailure(.internalError, "\(bundle) is not installed")
        }
        return try await use(at: index, work)
    }

    /// Uses the app of a position in ``apps``.
    mutating func use<Result: Sendable>(
        at index: Int, _ work: (inout SimulatedApp) async throws -> Result
    ) async rethrows -> Result {
        var app = current(installed[index])
        defer {
            keychains[app.setup.cluster] = app.state.keychain
            installed[index] = app
        }
        return try await work(&app)
    }

    /// An app with the keychain as it is now.
    private func current(_ app: SimulatedApp) -> SimulatedApp {
        var app = app
        app.state.adopt(keychains[app.setup.cluster] ?? app.state.keychain)
        return app
    }
}
