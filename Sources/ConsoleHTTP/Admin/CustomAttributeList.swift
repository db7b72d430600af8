package import ConsolePlatform

/// The custom attributes of a body, of which some may be refused (AdminDeviceDetails, "Custom attributes").
package struct CustomAttributeList: Sendable {
    /// An attribute as it was sent.
    package struct Entry: Hashable, Sendable {
        package let name: String
        /// Nil where values are not asked for.
        package let value: String?
        /// What set it; may be empty.
        package let applicationGroup: String
    }

    /// Those that can be used.
    package private(set) var entries: [Entry] = []
    /// Those that cannot, by their names, and why.
    package private(set) var refusals: [(value: String, error: ConsoleError)] = []

    /// How many the body has.
    package var count: Int { entries.count + refusals.count }

    /// Reads `CustomAttributes` of a body.
    ///
    /// - Parameters:
    ///   - fields: The body.
    ///   - needsValues: Whether an attribute without a value is refused.
    ///   - maximum: The most attributes.
    ///   - valueLimit: Characters of a value.
    /// - Throws: ``ConsoleError`` `badRequest` if there is no list of attributes.
    package init(_ fields: AdminFields, needsValues: Bool, maximum: Int, valueLimit: Int) throws {
        let objects = try fields.objects("CustomAttributes") ?? []
        guard (1...maximum).contains(objects.count) else {
            throw ConsoleError(.badRequest, "CustomAttributes has to be a list of 1 to \(maximum) attributes.")
        }
        for object in objects {
            do {
                let value = try needsValues ? object.text("Value", maximum: valueLimit) : nil
                guard value != nil || !needsValues else { throw object.wrong("Value", "is missing") }
                entries.append(
                    Entry(
                        name: try object.requiredText("Name"), value: value,
                        applicationGroup: try object.text("ApplicationGroup") ?? object.text("Application") ?? ""))
            } catch let error as ConsoleError {
                let name = (try? object.text("Name", maximum: .max)) ?? ""
                refusals.append((String(name.prefix(255)), error))
            }
        }
    }
}
