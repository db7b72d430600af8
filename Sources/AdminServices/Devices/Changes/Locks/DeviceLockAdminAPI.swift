import ConsolePlatform

/// The activation lock of a device; members as on the wire (AdminDevices, "Commands").
struct ActivationLockBody: Encodable, Sendable {
    let serial_number: String
    let bypass_code: String
}

/// The answer to a command that makes an activation lock.
struct ActivationLockAnswer: Encodable, Sendable {
    let activation_lock: ActivationLockBody
}

/// The recovery lock of a Mac; members as on the wire (AdminDeviceDetails, "What belongs to a device").
struct RecoveryLockBody: Encodable, Sendable {
    let device_uuid: String
    let applied_password: String
    let applied_on: String
    let submitted_password: String
    let submitted_on: String

    /// The body for a lock.
    init(_ lock: DeviceLockStore.RecoveryLock) {
        device_uuid = lock.deviceUUID
        (applied_password, applied_on) = (lock.appliedPassword, (lock.appliedAt ?? .never).zoneless)
        (submitted_password, submitted_on) = (lock.submittedPassword, lock.submittedAt.zoneless)
    }
}
