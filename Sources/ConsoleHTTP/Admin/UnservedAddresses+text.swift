import ConsoleModel
import ConsolePlatform
import HTTPTypes

extension UnservedAddresses {
    /// Reads the table from its file: lines of addresses below those of their capability.
    ///
    /// - Throws: ``ConsoleError`` `internalError` that names the line which cannot be read.
    package init(text: String) throws {
        var reader = UnservedAddressReader()
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard reader.read(line) else {
                throw ConsoleError(
                    .internalError, "Line \(index + 1) of the addresses not served cannot be read: \(line)")
            }
        }
        self.init(reader.addresses)
    }
}

/// Reads the file of addresses that are not served, line by line.
private struct UnservedAddressReader {
    /// What was read.
    private(set) var addresses: [UnservedAddress] = []
    private var heading: (name: String, area: AdminPermission.Area)?
    private var capability: UnservedCapability?

    /// Reads a line; false if that is not possible.
    mutating func read(_ line: Substring) -> Bool {
        switch line.first {
        case nil, "#"?: return true
        case "="?:
            let parts = line.dropFirst(2).split(separator: " | ").map(String.init)
            heading = parts.count == 2 ? AdminPermission.Area(rawValue: parts[1]).map { (parts[0], $0) } : nil
            capability = nil
            return heading != nil
        case ">"?:
            capability = heading.map { .init(name: $0.name, area: $0.area, sentence: String(line.dropFirst(2))) }
            return capability != nil
        default: return readAddress(line)
        }
    }

    private mutating func readAddress(_ line: Substring) -> Bool {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 3, let capability, words[2].hasPrefix("/api/") else { return false }
        let methods = words[0] == "*" ? [] : words[0].split(separator: ",").map { HTTPRequest.Method(String($0)) }
        let versions = words[1] == "*" ? [] : words[1].split(separator: ",").map { Int($0) }
        let isFamily = words[2].hasSuffix("/**")
        guard methods.isEmpty == isFamily, versions.isEmpty == isFamily else { return false }
        let known = (methods.compactMap { $0 }, versions.compactMap { $0 })
        guard known.0.count == methods.count, known.1.count == versions.count else { return false }
        addresses.append(UnservedAddress(words[2], known.0, known.1, of: capability))
        return true
    }
}
