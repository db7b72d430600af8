import DeviceProtocol
import Foundation

extension FuzzTarget {
    /// Property lists of both formats: what is read is written and read again the same.
    static var propertyLists: FuzzTarget {
        FuzzTarget(
            name: "property-lists",
            function: { start, count in
                guard let read = try? PropertyListValue(parsing: input(start, count)) else { return 0 }
                let value = FuzzTarget.normalized(read)
                for format in PropertyListFormat.allCases {
                    guard let bytes = try? value.encoded(as: format) else {
                        require(format == .xml && value.safestFormat == .binary, "\(format) can be written")
                        continue
                    }
                    // XML alters a few characters; what it would alter is known beforehand.
                    guard format == .binary || value.safestFormat == .xml else { continue }
                    let again = try? PropertyListValue(parsing: bytes)
                    require(
                        again == value, "\(format) is read as it was written: \(value) \(String(describing: again))")
                }
                _ = try? ProcessorMessage(propertyList: input(start, count))
                _ = try? CommandMessage(propertyList: input(start, count))
                _ = try? SDKProfileDocument(propertyList: read)
                return 0
            }, seeds: seedPropertyLists)
    }

    /// Not-a-number, which is not equal to itself, and fractions of a second, which XML cannot write, left out.
    private static func normalized(_ value: PropertyListValue) -> PropertyListValue {
        switch value {
        case .real(let number) where number.isNaN: .real(0)
        case .date(let date): .date(Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down)))
        case .array(let values): .array(values.map(normalized))
        case .dictionary(let members): .dictionary(members.mapValues(normalized))
        default: value
        }
    }

    private static func seedPropertyLists() throws -> [Data] {
        let everything = PropertyListValue.dictionary([
            "text": .string("ä <&> 😀"), "integer": .integer(-1), "large": .integer(.max), "real": .real(52.52),
            "yes": .bool(true), "no": .bool(false), "data": .data(Data([0, 1, 255])),
            "date": .date(Date(timeIntervalSince1970: 1_709_634_030)),
            "list": .array([.string("a"), .array([]), .dictionary(["b": .string("a")])]), "": .dictionary([:]),
        ])
        let message = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict><key>Status</key><integer>4</integer><key>UDID</key><string>3f1c</string>
            <!-- none --><key>CommandUUID</key><string/><key>a</key><string><![CDATA[<x>]]>&#228;&amp;</string>
            <key>d</key><data>AAEC\nAwQ=</data><key>t</key><date>2024-03-05T10:20:30Z</date><key>r</key><real>-1e3</real>
            </dict></plist>
            """
        return try PropertyListFormat.allCases.map { try everything.encoded(as: $0) } + [Data(message.utf8)]
    }
}
