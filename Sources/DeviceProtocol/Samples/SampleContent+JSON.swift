public import Foundation

/// Samples as a console keeps and shows them: a JSON object, without the time.
extension SampleContent: Encodable {
    /// The form in which bytes of unknown layout are shown.
    private struct RawBody: Codable {
        let byteCount: Int
        /// Base64.
        let bytes: Data
    }

    /// Writes the members of the sample.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .analytics(let fields): try fields.encode(to: encoder)
        case .location(let fields): try fields.encode(to: encoder)
        case .power(let fields): try fields.encode(to: encoder)
        case .memory(let fields): try fields.encode(to: encoder)
        case .system(let fields): try fields.encode(to: encoder)
        case .networkAdapter(let fields): try fields.encode(to: encoder)
        case .raw(let sample): try RawBody(byteCount: sample.bytes.count, bytes: sample.bytes).encode(to: encoder)
        }
    }

    /// The JSON object, members sorted by name.
    public func json() throws -> Data { try sortedJSON() }

    /// Reads what `json()` has written for a type.
    ///
    /// - Parameters:
    ///   - type: The type of the sample.
    ///   - json: The JSON object.
    /// - Throws: `DecodingError` if it is no such object.
    public init(_ type: SampleType, json: Data) throws {
        let decoder = JSONDecoder()
        switch type {
        case .analytics: self = .analytics(try decoder.decode(AnalyticsEvent.self, from: json))
        case .location: self = .location(try decoder.decode(LocationSample.self, from: json))
        case .power: self = .power(try decoder.decode(PowerSample.self, from: json))
        case .memory: self = .memory(try decoder.decode(MemorySample.self, from: json))
        case .system: self = .system(try decoder.decode(SystemSample.self, from: json))
        case .networkAdapter: self = .networkAdapter(try decoder.decode(NetworkAdapterSample.self, from: json))
        case .dataUsage, .alternateDataUsage, .cellular:
            self = .raw(RawSample(type, try decoder.decode(RawBody.self, from: json).bytes))
        }
    }
}
