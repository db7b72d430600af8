import DeviceProtocol

/// The order of devices that have the same identifier.
package enum EnrollmentOrder {
    /// Terms to order devices of one identifier by: enrolled ones first, then those whose wipe is pending, and an earlier
    /// enrollment before a later one (Decision0030).
    ///
    /// A later enrollment never takes the place of an earlier one, so nobody takes over a device by signing in with its
    /// identifier.
    package static let earliestFirst = """
        CASE device.enrollmentStatus WHEN \(EnrollmentStatus.enrolled.rawValue) THEN 0
            WHEN \(EnrollmentStatus.enterpriseWipePending.rawValue) THEN 1
            WHEN \(EnrollmentStatus.deviceWipePending.rawValue) THEN 1 ELSE 2 END,
        device.enrollmentOrder IS NULL, device.enrollmentOrder, device.id
        """
}
