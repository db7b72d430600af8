import ConsolePlatform

extension ConsoleConfiguration {
    /// Where event notifications may go, and how they are sent (AdminNotifications).
    struct Notifications: Sendable {
        let policy: OutgoingPolicy
        let limits: OutgoingLimits
        /// Whose certificates are taken.
        let trust: OutgoingTrust
        let attempts: Int64

        init(_ values: ResolvedConfiguration) throws {
            let allowsInside = values.notificationsAllowPrivateTargets
            do {
                // One by one, so that the sentence names the key.
                _ = try OutgoingPolicy(allowsInside: false, ports: values.notificationsAllowedPorts)
            } catch {
                throw ConfigurationError("notifications.allowedPorts has \(error), which is no port from 1 to 65535.")
            }
            do {
                policy = try OutgoingPolicy(
                    allowsInside: allowsInside, hosts: values.notificationsAllowedHosts,
                    ports: values.notificationsAllowedPorts)
            } catch {
                throw ConfigurationError(
                    "notifications.allowedHosts has \(error), which is no host, *.domain, address or range.")
            }
            do {
                trust = try values.notificationsCA.map(OutgoingTrust.init(file:)) ?? OutgoingTrust()
            } catch {
                throw ConfigurationError("notifications.ca cannot be used: \(error).")
            }
            limits = OutgoingLimits(
                connect: Int64(values.notificationsConnectTimeout),
                total: Int64(values.notificationsTimeout),
                redirects: values.notificationsRedirects)
            attempts = Int64(values.notificationsAttempts)
        }
    }
}
