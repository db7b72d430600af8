/// The version of this program.
public enum MockUEMVersion {
    /// As `mockuem --version` prints it.
    public static let current = "0.1.0"
}
