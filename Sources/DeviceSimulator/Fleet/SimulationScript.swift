public import DeviceProtocol

/// The steps of a fleet's devices, and their failures.
public struct SimulationScript: Hashable, Sendable {
    /// An action of a story.
    public struct Step: Hashable, Sendable {
        /// What is done.
        public var action: SimulationAction
        /// Which app does it; nil for any of them.
        public var app: BundleIdentifier?

        /// A step that any app may do, unless one is named.
        public init(_ action: SimulationAction, app: BundleIdentifier? = nil) {
            self.action = action
            self.app = app
        }
    }

    /// An action, and how often it is drawn beside the others.
    public struct Weight: Hashable, Sendable {
        /// What is done.
        public var action: SimulationAction
        /// Its share of the sum of all.
        public var weight: Double
        /// Which app does it; nil for any of them.
        public var app: BundleIdentifier?
    }

    /// Failures on purpose; shares are 0 to 1.
    public struct Knobs: Hashable, Sendable {
        /// Share of commands answered "not now".
        public var notNow = 0.0
        /// Share of commands that are never answered.
        public var silence = 0.0
        /// Share of steps before which a device signs in again.
        public var reenroll = 0.0
        /// Seconds by which clocks of devices are wrong at most.
        public var clockSkew = 0
        /// Share of requests sent twice.
        public var duplicates = 0.0
        /// Share of requests whose connection breaks.
        public var drops = 0.0

        /// Nothing goes wrong.
        public init() {}
    }

    /// The apps on each device, by cluster; empty for the one app of the settings.
    public var clusters: [[BundleIdentifier]] = []
    /// The users who take the device in turn when its user changes; after the last one comes the first user again.
    public var users: [ClientSetup.User] = []
    /// A story every device carries out over and over; empty if actions are drawn by weight.
    public var steps: [Step] = []
    /// The default actions if there is no story.
    public var weights: [Weight] = [
        Weight(action: .beacon, weight: 60), Weight(action: .commands, weight: 15),
        Weight(action: SimulationAction(.log), weight: 10), Weight(action: SimulationAction(.analytics), weight: 8),
        Weight(action: SimulationAction(.foreground), weight: 5), Weight(action: .relaunch, weight: 2),
    ]
    /// Failures on purpose.
    public var knobs = Knobs()

    /// Apps that do something.
    var namedApps: [BundleIdentifier] { steps.compactMap(\.app) + weights.compactMap(\.app) }

    /// The default behaviour of a fleet.
    public init() {}
}
