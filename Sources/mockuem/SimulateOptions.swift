import ArgumentParser
import DeviceProtocol
import DeviceSimulator
import ConsolePlatform
import Foundation

/// Which console `mockuem simulate` talks to, and as whom.
struct SimulateTarget: ParsableArguments {
    @Option(help: "Origin of the console.")
    var url = "http://127.0.0.1:8080"

    @Option(help: "PEM file of the authority to trust; by default those of the system.")
    var ca: String?

    @Option(help: "Organization group devices enroll into.")
    var groupId = "demo"

    @Option(help: "User name to sign in with, on every device.")
    var user = "demo"

    @Option(help: "The user's password.")
    var password = "demo"

    @Option(help: "Bundle identifier of the app.")
    var bundle = "com.example.demo"

    @Option(
        help: ArgumentHelp(
            "Apps of one cluster on each device, in place of --bundle; given again, those of another cluster.",
            valueName: "id,id…"))
    var apps: [String] = []

    /// The URL without the parts that a client cuts off.
    var origin: String {
        var text = url
        for ending in ["/", "/deviceservices", "/"] where text.lowercased().hasSuffix(ending) {
            text.removeLast(ending.count)
        }
        return text
    }

    /// Settings of a fleet of this app and user.
    ///
    /// - Throws: ``UsageError`` for an impossible value.
    func settings() throws -> SimulationSettings {
        let address = URL(string: origin)
        try SimulateCheck.demand(
            ["http", "https"].contains(address?.scheme?.lowercased()) && address?.host()?.isEmpty == false
                && address?.path().isEmpty == true,
            "--url takes a scheme, a host and perhaps a port, such as https://localhost:8443, not \"\(url)\".")
        if let ca {
            if !FileManager.default.isReadableFile(atPath: ca) {
                throw UsageError(TextFile.problem(ca, called: "certificate (--ca)").message)
            }
        }
        guard let bundle = BundleIdentifier(bundle) else {
            throw UsageError("--bundle takes \(BundleIdentifier.rule).")
        }
        var settings = SimulationSettings(
            origin: origin, group: groupId, bundle: bundle,
            user: ClientSetup.User(username: user, password: password))
        settings.clusters = try clusters()
        return settings
    }

    private func clusters() throws -> [[BundleIdentifier]] {
        try apps.map { cluster in
            try cluster.split(separator: ",", omittingEmptySubsequences: false).map { text in
                guard let bundle = BundleIdentifier(text.trimmingCharacters(in: .whitespaces)) else {
                    throw UsageError(
                        "--apps takes bundle identifiers with commas between them, each \(BundleIdentifier.rule).")
                }
                return bundle
            }
        }
    }
}

/// The failures that `mockuem simulate` causes; an option takes precedence over the script.
struct SimulateKnobs: ParsableArguments {
    @Option(help: "Share of commands answered \"not now\", 0 to 1.")
    var notNow: Double?

    @Option(help: "Share of commands that are never answered.")
    var silence: Double?

    @Option(help: "Share of steps before which a device signs in again.")
    var reenroll: Double?

    @Option(help: "Most seconds by which the clock of a device is wrong.")
    var clockSkew: Int?

    @Option(help: "Share of requests that are sent twice.")
    var duplicates: Double?

    @Option(help: "Share of requests whose connection breaks half-way.")
    var drops: Double?

    /// Replaces values of the script by given options.
    ///
    /// - Throws: ``UsageError`` for an impossible share.
    func apply(to knobs: inout SimulationScript.Knobs) throws {
        let shares: [(String, Double?, WritableKeyPath<SimulationScript.Knobs, Double>)] = [
            ("--not-now", notNow, \.notNow), ("--silence", silence, \.silence), ("--reenroll", reenroll, \.reenroll),
            ("--duplicates", duplicates, \.duplicates), ("--drops", drops, \.drops),
        ]
        for (name, value, knob) in shares {
            guard let value else { continue }
            try SimulateCheck.demand((0...1).contains(value), "\(name) takes a share from 0 to 1.")
            knobs[keyPath: knob] = value
        }
        if let clockSkew {
            try SimulateCheck.demand((0...31_536_000).contains(clockSkew), "--clock-skew takes 0 to 31536000 seconds.")
            knobs.clockSkew = clockSkew
        }
    }
}

/// Checks the options of `mockuem simulate`.
enum SimulateCheck {
    /// Fails unless a condition holds.
    ///
    /// - Throws: ``UsageError``.
    static func demand(_ condition: Bool, _ message: String) throws {
        if !condition { throw UsageError(message) }
    }

    /// Reads a script; every problem is printed.
    ///
    /// - Throws: ``UsageError`` with the first.
    static func script(_ path: String) throws -> SimulationScript {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw UsageError(TextFile.problem(path, called: "script").message)
        }
        try demand(data.count <= 1 << 20, "The script \(path) is larger than 1 MiB.")
        do {
            return try SimulationScript(yaml: String(decoding: data, as: UTF8.self))
        } catch let error as SimulationScriptError {
            throw UsageError(error.problems.map { "\(path): \($0)" }.joined(separator: "\n"))
        }
    }
}
