import ConsolePlatform

/// The refusals of routes about apps (AdminApplications).
enum AppRefusal {
    private static let sentence = "Application not found or user does not have access to it."

    /// An unknown app; yes, with 401: clients wait for it after they deleted one.
    static let missing = ConsoleError(.unauthorized, sentence, number: 7000)
    /// The same where an app was to be deleted.
    static let missingAtDeletion = ConsoleError(.badRequest, sentence)
    /// The same on routes of later versions.
    static let missingLater = ConsoleError(.notFound, sentence, number: 7000)
    /// An unknown device.
    static let missingDevice = ConsoleError(.badRequest, "Device not found or user does not have access to it.")
    /// The device does not get the app.
    static let notAssigned = ConsoleError(.badRequest, "Application is not assigned to this device.")
}
