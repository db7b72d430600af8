/// The coercions a client applies to the settings of a profile (SDKProfile, section 2).
///
/// Each answers nothing where the client would keep the default.
extension PropertyListValue {
    /// The integer an *int* setting is read as: an integer, a boolean as 1 or 0, a string with a decimal integer.
    public var coercedInteger: Int64? {
        switch self {
        case .integer(let value): value
        case .bool(let value): value ? 1 : 0
        case .string(let text): Int64(text)
        default: nil
        }
    }

    /// The truth value a *bool* setting is read as; the strings `true`, `false`, `yes` and `no` are not understood.
    public var coercedBool: Bool? {
        switch self {
        case .bool(let value): value
        case .integer(let value): value != 0
        case .string(let text): Int64(text).map { $0 != 0 }
        default: nil
        }
    }

    /// The number a *real* setting is read as: a real, an integer, a numeric string.
    public var coercedReal: Double? {
        if case .string(let text) = self { Double(text) } else { strictReal }
    }

    /// The number a *strict real* setting is read as: a real or an integer.
    public var strictReal: Double? {
        switch self {
        case .real(let value): value
        case .integer(let value): Double(value)
        default: nil
        }
    }

    /// The texts a *[string]* setting is read as; one element of another kind makes the client ignore the array.
    public var coercedStrings: [String]? {
        guard case .array(let elements) = self else { return nil }
        let texts = elements.compactMap(\.stringValue)
        return texts.count == elements.count ? texts : nil
    }
}
