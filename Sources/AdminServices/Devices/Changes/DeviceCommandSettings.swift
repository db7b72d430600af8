import ConsoleHTTP
import DeviceProtocol

/// The settings of a command in the bodies of versions 2 and 3, as the event log keeps them (AdminDevices, "Commands").
///
/// PINs and passwords are secrets, and are left out.
struct DeviceCommandSettings: Sendable {
    /// Texts by the names of their members; nested ones have a full stop between them.
    private(set) var texts: [String: String] = [:]

    /// Reads a body; members that are left out have no entry.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the member.
    init(_ fields: AdminFields) throws {
        for name in ["esim_url", "managed_apple_id", "sensor_name"] { texts[name] = try fields.text(name) }
        for name in ["workPasscode", "AllowPinAtStartup", "rebuild_kernel_cache"] {
            texts[name] = try fields.bool(name).map(String.init)
        }
        texts["reboot_count"] = try fields.integer("reboot_count", in: 0...100).map(String.init)
        _ = try fields.text("unlock_pin")
        for name in ["sensor_names", "kext_paths"] { texts[name] = try Self.joined(fields.texts(name)) }
        if let wipe = try fields.object("deviceWipe") {
            for name in ["disableActivationKey", "disallowProximitySetup", "preserveDataPlan"] {
                texts["deviceWipe.\(name)"] = try wipe.bool(name).map(String.init)
            }
            texts["deviceWipe.wipeType"] = try wipe.text("wipeType")
        }
        if let restart = try fields.object("device_restart") {
            texts["device_restart.rebuild_kernel_cache"] = try restart.bool("rebuild_kernel_cache").map(String.init)
            texts["device_restart.kext_paths"] = try Self.joined(restart.texts("kext_paths"))
        }
        if let wipe = try fields.object("device_wipe") {
            _ = try wipe.text("wipe_pin")
            texts["device_wipe.obliteration_behavior"] = try wipe.integer("obliteration_behavior", in: 0...3)
                .map(String.init)
        }
    }

    private static func joined(_ elements: [String]?) -> String? { elements?.joined(separator: ", ") }
}
