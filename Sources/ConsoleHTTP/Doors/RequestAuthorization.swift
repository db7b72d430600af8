import Foundation
import HTTPTypes
package import Hummingbird

extension Request {
    /// The value of the header `Authorization`; nil if it is missing or empty, as clients send it that have no
    /// credential yet.
    package var authorization: String? {
        let values = headers[values: .authorization].filter { !$0.allSatisfy(\.isWhitespace) }
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}
