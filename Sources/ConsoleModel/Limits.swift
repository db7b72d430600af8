/// The size limits of each kind of request, and how many rows a list shows (Configuration, "Limits").
package struct Limits: Sendable {
    /// Bytes of a small message such as a login.
    package let login: Int
    /// Bytes of a message.
    package let message: Int
    /// Bytes of an answer to a command.
    package let command: Int
    /// Bytes of a log.
    package let log: Int
    /// Bytes of analytics.
    package let analytics: Int
    /// Bytes of a log without a verified sender; 0 refuses them.
    package let unverifiedLog: Int
    /// Bytes of an image.
    package let image: Int
    /// Bytes of an uploaded file.
    package let blob: Int
    /// Bytes of a part of an upload.
    package let chunk: Int
    /// Bytes of an environment file.
    package let environment: Int
    /// Rows of a page, at most.
    package let page: Int
    /// Rows of append-only tables.
    package let retention: Retention

    /// Made of its parts.
    package init(
        login: Int, message: Int, command: Int, log: Int, analytics: Int, unverifiedLog: Int, image: Int, blob: Int,
        chunk: Int, environment: Int, page: Int, retention: Retention
    ) {
        self.login = login
        self.message = message
        self.command = command
        self.log = log
        self.analytics = analytics
        self.unverifiedLog = unverifiedLog
        self.image = image
        self.blob = blob
        self.chunk = chunk
        self.environment = environment
        self.page = page
        self.retention = retention
    }
}

/// How many rows of each append-only table are kept, and how many bytes of logs (Configuration, "Retention").
package struct Retention: Sendable {
    package let beacons: Int
    /// Bytes of all logs together.
    package let logBytes: Int
    /// Bytes of those without a verified sender.
    package let unverifiedLogBytes: Int
    package let commands: Int
    package let events: Int
    package let analytics: Int
    package let samples: Int
    package let dataUsage: Int
    package let pushTokens: Int
    package let locations: Int
    package let acceptances: Int
    package let pinReports: Int
    package let signIns: Int
    package let wipes: Int
    package let messages: Int
    package let uploads: Int
    package let deliveries: Int

    /// Made of its parts.
    package init(
        beacons: Int, logBytes: Int, unverifiedLogBytes: Int, commands: Int, events: Int, analytics: Int,
        samples: Int, dataUsage: Int, pushTokens: Int, locations: Int, acceptances: Int, pinReports: Int, signIns: Int,
        wipes: Int,
        messages: Int, uploads: Int, deliveries: Int
    ) {
        self.beacons = beacons
        self.logBytes = logBytes
        self.unverifiedLogBytes = unverifiedLogBytes
        self.commands = commands
        self.events = events
        self.analytics = analytics
        self.samples = samples
        self.dataUsage = dataUsage
        self.pushTokens = pushTokens
        self.locations = locations
        self.acceptances = acceptances
        self.pinReports = pinReports
        self.signIns = signIns
        self.wipes = wipes
        self.messages = messages
        self.uploads = uploads
        self.deliveries = deliveries
    }
}
