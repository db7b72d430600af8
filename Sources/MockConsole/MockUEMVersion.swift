/// The version of this program.
package enum MockUEMVersion {
    /// As `mockuem --version` prints it.
    package static let current = "0.1.0"
}
