import Foundation
import HTTPTypes

extension JournalRequest {
    /// The first value of a query parameter, with its escapes undone; letter case of the name does not matter.
    func query(_ name: String) -> String? {
        guard let mark = target.firstIndex(of: "?") else { return nil }
        for pair in target[target.index(after: mark)...].split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts[0].lowercased() == name else { continue }
            let value = parts.count == 2 ? String(parts[1]) : ""
            return value.removingPercentEncoding ?? value
        }
        return nil
    }

    /// The first value of a header field, by its name in lower case.
    func field(_ name: String) -> String? {
        head.headerFields.first { $0.name.canonicalName == name }?.value
    }
}

extension HTTPRequest {
    /// The path as it was sent, without the query.
    var pathAlone: Substring {
        // By bytes: a search looks at as many as there are entries.
        let target = path ?? ""
        return target[..<(target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex)]
    }
}
