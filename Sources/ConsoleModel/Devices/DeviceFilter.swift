/// What the word of a filter selects.
///
/// A real console knows values that no device of this console has, such as the platform `WindowsPc`: a filter for one of
/// them is valid and selects no device.
package enum DeviceFilter<Value: Hashable & Sendable>: Hashable, Sendable {
    /// Every device: the word says that the filter is off, such as `AllOwnerships`.
    case all
    /// Devices with the value.
    case only(Value)
    /// No device.
    case nothing

    /// The value to compare with; nil for the two others.
    package var value: Value? {
        if case .only(let value) = self { value } else { nil }
    }
}

extension DeviceFilter<DevicePlatform> {
    /// Platforms of the real console that no device here has (the members of `devicecountinfo`, and their spellings).
    private static let others: Set<String> = [
        "androidthings", "appletv", "athena", "blackberry", "blackberry10", "chromebook", "chromeos", "iotdevice",
        "iotgateway", "linux", "maxtypevalue", "motorola", "qnx", "symbian", "tizen", "tvos", "visionos", "windows7",
        "windows8", "windowsmobile", "windowspc", "windowsphone", "windowsphone8", "zebraprinter", "printer",
    ]
    /// Numbers of platforms in the real console; those of platforms here have their own words.
    private static let numbers = 1...99

    /// Reads a word or number of any version; nil for one that no console knows.
    package init?(platform text: String) {
        let word = DeviceWords.folded(text)
        if let platform = DevicePlatform(text) {
            self = .only(platform)
        } else if DeviceWords.isAll(word, of: "platforms") {
            self = .all
        } else if Self.others.contains(word) || Int(word).map(Self.numbers.contains) == true {
            self = .nothing
        } else {
            return nil
        }
    }
}

extension DeviceFilter<DeviceOwnership> {
    /// Reads a letter or word of any version; nil for one that no console knows.
    package init?(ownership text: String) {
        if let ownership = DeviceOwnership(text) {
            self = .only(ownership)
        } else if DeviceWords.isAll(DeviceWords.folded(text), of: "ownerships") {
            self = .all
        } else {
            return nil
        }
    }
}
