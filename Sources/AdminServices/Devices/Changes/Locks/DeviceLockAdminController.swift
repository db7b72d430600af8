import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Locks that administrators have put on devices (AdminDeviceDetails, "What belongs to a device").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/mdm/devices/{id}/security/recovery-lock-password` | the password of the recovery lock |
struct DeviceLockAdminController {
    /// `errorCode` for an unknown device, named by a uuid.
    private static let missing = 5061

    let store: DeviceLockStore

    /// Adds the routes; a password is shown to administrators who may change devices.
    func addRoutes(to routes: AdminRoutes) {
        routes.on(
            .get, "/api/mdm/devices/{id}/security/recovery-lock-password", access: .write,
            [
                1: { call in
                    let locator = try DeviceLocator(path: call, number: Self.missing)
                    let lock = try await store.recoveryLock(of: locator, in: call.identity.subtree)
                    return .body(RecoveryLockBody(lock), root: "RecoveryLockPassword")
                }
            ])
    }
}
