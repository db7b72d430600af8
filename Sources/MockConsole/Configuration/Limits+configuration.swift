import ConsoleModel

extension Limits {
    /// Access that a configuration permits.
    init(_ values: ResolvedConfiguration) {
        self.init(
            login: values.limitsLogin,
            message: values.limitsMessage,
            command: values.limitsCommand,
            log: values.limitsLog,
            analytics: values.limitsAnalytics,
            unverifiedLog: values.limitsUnverifiedLog,
            image: values.limitsImage,
            blob: values.limitsBlob,
            chunk: values.limitsChunk,
            environment: values.limitsEnvironment,
            page: values.limitsPage,
            retention: Retention(values))
    }
}

extension Retention {
    /// What a configuration keeps.
    init(_ values: ResolvedConfiguration) {
        self.init(
            beacons: values.retentionBeacons,
            logBytes: values.retentionLogBytes,
            unverifiedLogBytes: values.retentionUnverifiedLogBytes,
            commands: values.retentionCommands,
            events: values.retentionEvents,
            analytics: values.retentionAnalytics,
            samples: values.retentionSamples,
            dataUsage: values.retentionDataUsage,
            pushTokens: values.retentionPushTokens,
            locations: values.retentionLocations,
            acceptances: values.retentionAcceptances,
            pinReports: values.retentionPinReports,
            signIns: values.retentionSignIns,
            wipes: values.retentionWipes,
            messages: values.retentionMessages,
            uploads: values.retentionUploads,
            deliveries: values.retentionDeliveries)
    }
}
