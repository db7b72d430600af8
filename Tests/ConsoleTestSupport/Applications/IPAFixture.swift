import DeviceProtocol
import Foundation
import Testing

@testable import ConsolePlatform

/// Makes IPA files.
struct IPAFixture {
    var bundle: String? = "com.example.demo"
    var version = "1.4.0"
    var build = "27"
    var name = "Demo"
    var format = PropertyListFormat.binary
    var members: [String: PropertyListValue] = [:]
    var entries: [ZIPWriter.Entry] = []
    var app = "Demo.app"

    /// The property list.
    func propertyList() throws -> [UInt8] {
        var all: [String: PropertyListValue] = [
            "CFBundleShortVersionString": .string(version), "CFBundleVersion": .string(build),
            "CFBundleDisplayName": .string(name), "MinimumOSVersion": .string("16.0"),
            "UIDeviceFamily": .array([.integer(1), .integer(2)]), "DTPlatformName": .string("iphoneos"),
            "CFBundleIcons": .dictionary([
                "CFBundlePrimaryIcon": .dictionary(["CFBundleIconFiles": .array([.string("AppIcon60x60")])])
            ]),
        ]
        if let bundle { all["CFBundleIdentifier"] = .string(bundle) }
        all.merge(members) { $1 }
        return Array(try PropertyListValue.dictionary(all).encoded(as: format))
    }

    /// The file.
    func bytes() throws -> [UInt8] {
        try ZIPWriter(
            [
                .init("Payload/", text: ""), .init("Payload/\(app)/", text: ""),
                .init("Payload/\(app)/Info.plist", try propertyList(), deflated: true),
                .init("Payload/\(app)/PlugIns/X.appex/Info.plist", text: "no"),
                .init("Payload/\(app)/Demo", text: String(repeating: "code", count: 500), deflated: true),
            ] + entries
        ).bytes()
    }

    /// A PNG picture of one colour: red, green, blue, alpha.
    static func picture(_ width: Int, _ height: Int, _ colour: [UInt8] = [200, 100, 50, 255]) throws -> [UInt8] {
        let row: [UInt8] = [0] + [[UInt8]](repeating: colour, count: width).joined()
        return try picture(
            width, height, packed: try Zlib.compress(Array([[UInt8]](repeating: row, count: height).joined())))
    }

    static func picture(_ width: Int, _ height: Int, packed: [UInt8], apple: Bool = false) throws -> [UInt8] {
        func big(_ value: Int) -> [UInt8] { ZIPWriter.number(value, 4).reversed() }
        func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
            let body = Array(type.utf8) + content
            return big(content.count) + body + big(Int(body.withUnsafeBytes { Zlib.crc32($0) }))
        }
        return PNGPicture.signature + (apple ? chunk("CgBI", [0x50, 0, 0x20, 2]) : [])
            + chunk("IHDR", big(width) + big(height) + [8, 6, 0, 0, 0]) + chunk("IDAT", packed) + chunk("IEND", [])
    }
}
