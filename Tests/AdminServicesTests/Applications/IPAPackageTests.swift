import DeviceProtocol
import Foundation
import Testing

@testable import AdminServices
@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// What an IPA tells about its app, and why a broken one is refused.
struct IPAPackageTests {
    private static func package(_ fixture: IPAFixture) throws -> IPAPackage {
        try withFile(try fixture.bytes()) { try IPAPackage(path: $0) }
    }

    private static func reason(_ bytes: [UInt8]) throws -> String {
        try #require(throws: PackageError.self) { try withFile(bytes) { try IPAPackage(path: $0) } }.reason
    }

    private static func reason(_ change: (inout IPAFixture) -> Void) throws -> String {
        var fixture = IPAFixture()
        change(&fixture)
        return try reason(try fixture.bytes())
    }

    @Test(arguments: PropertyListFormat.allCases)
    func `An IPA tells what its app is called, its versions and its devices`(format: PropertyListFormat) throws {
        var fixture = IPAFixture()
        fixture.format = format
        let package = try Self.package(fixture)
        #expect(package.bundle.value == "com.example.demo")
        let information = package.information
        #expect(information.version == "1.4.0" && information.build == "27" && information.minimumOS == "16.0")
        #expect(information.displayName == "Demo" && information.deviceFamilies == [1, 2])
        #expect(information.platformName == "iphoneos" && package.icon == nil)
    }

    @Test func `What is missing has a default`() throws {
        var fixture = IPAFixture()
        fixture.members = [
            "CFBundleShortVersionString": .bool(true), "CFBundleDisplayName": .string(" \u{7} "),
            "CFBundleName": .string("Short\nName"), "UIDeviceFamily": .string("2"), "DTPlatformName": .array([]),
            "MinimumOSVersion": .real(16.5),
        ]
        let information = try Self.package(fixture).information
        #expect(information.version == "27" && information.displayName == "ShortName")
        #expect(information.deviceFamilies == [2] && information.platformName == "iphoneos")
        #expect(information.minimumOS == "16.5")
    }

    @Test func `The largest icon that is named is found`() throws {
        var fixture = IPAFixture()
        let largest = try IPAFixture.picture(180, 180)
        fixture.entries = [
            .init("Payload/Demo.app/AppIcon60x60@2x.png", try IPAFixture.picture(120, 120)),
            .init("Payload/Demo.app/AppIcon60x60@3x.png", largest, deflated: true),
            .init("Payload/Demo.app/AppIcon60x600.png", try IPAFixture.picture(300, 300)),
            .init("Payload/Demo.app/AppIcon60x60~ipad.png", text: "no picture"),
            .init("Payload/Demo.app/Splash.png", try IPAFixture.picture(400, 400)),
        ]
        #expect(try Self.package(fixture).icon == Data(largest))
    }

    @Test func `Of pictures that unfold to very much the largest are looked at, as far as the room goes`() throws {
        // Behind its picture each has as much of nothing as a picture may have, which takes no room in a package.
        func padded(_ width: Int) throws -> [UInt8] {
            let picture = try IPAFixture.picture(width, 1)
            return picture + [UInt8](repeating: 0, count: (4 << 20) - picture.count)
        }
        var fixture = IPAFixture()
        fixture.entries = try (1...8).map { number in
            .init("Payload/Demo.app/AppIcon60x60@\(number)x.png", try padded(number), deflated: true)
        }
        let bytes = try fixture.bytes()
        #expect(bytes.count < 1 << 20)
        let found = try withFile(bytes) { try IPAPackage(path: $0).icon }
        // Four have room, by their names the first of files of one size.
        #expect(try found == Data(padded(4)))
        // One that is smaller than those gives way to them, whatever it is called.
        fixture.entries.append(.init("Payload/Demo.app/AppIcon60x60.png", try IPAFixture.picture(900, 1)))
        #expect(try Self.package(fixture).icon == Data(padded(4)))
    }

    @Test func `What has more parts than any picture is none`() throws {
        let picture = try IPAFixture.picture(3, 2)
        // Between the header and the pixels, parts without content.
        func widened(_ parts: Int) -> [UInt8] {
            let part: [UInt8] = [0, 0, 0, 0] + Array("aaaa".utf8) + [0, 0, 0, 0]
            return Array(picture[..<33]) + [[UInt8]](repeating: part, count: parts).joined() + picture[33...]
        }
        #expect(PNGPicture(widened(9_997))?.width == 3)
        #expect(PNGPicture(widened(9_998)) == nil)
    }

    @Test func `Apple's variant of PNG becomes one that browsers show`() throws {
        // Blue, green, red and alpha, colours multiplied; the second row filtered by the one above.
        let rows: [UInt8] = [0, 25, 50, 100, 128, 50, 100, 200, 255] + [2, 0, 0, 0, 0, 0, 0, 0, 0]
        let apple = try IPAFixture.picture(2, 2, packed: try ZIPWriter.deflate(rows), apple: true)
        var fixture = IPAFixture()
        fixture.entries = [.init("Payload/Demo.app/AppIcon60x60@2x.png", apple)]
        let icon = try #require(try Self.package(fixture).icon)
        let row: [UInt8] = [0, 199, 100, 50, 128, 200, 100, 50, 255]
        let expected = try IPAFixture.picture(2, 2, packed: try Zlib.compress(row + row))
        #expect(icon == Data(expected))
    }

    @Test(arguments: 0...5)
    func `Every filter of PNG is undone`(filter: UInt8) throws {
        let rows = [filter, 1, 2, 3, 255, 4, 5, 6, 0] + [filter, 7, 8, 9, 0, 1, 1, 1, 0]
        let apple = try IPAFixture.picture(2, 2, packed: try ZIPWriter.deflate(rows), apple: true)
        let standard = try #require(PNGPicture(apple)).standard
        #expect((standard == nil) == (filter == 5))
    }

    @Test func `A broken IPA is refused with a reason`() throws {
        #expect(try Self.reason(Array("dummy".utf8)).contains("no ZIP archive"))
        #expect(try Self.reason(try ZIPWriter([.init("a", text: "")]).bytes()) == "it has no app in Payload")
        #expect(
            try Self.reason(try ZIPWriter([.init("Payload/A.app/A", text: "")]).bytes())
                == "its app A.app has no Info.plist")
        #expect(
            try Self.reason { $0.entries = [.init("Payload/B.app/Info.plist", text: "")] }.contains("more than one app")
        )
        #expect(
            try Self.reason { $0.entries = [.init("Payload/Demo.app/Info.plist", text: "")] }
                .contains("more than one Info.plist"))
        #expect(try Self.reason { $0.bundle = nil } == "its Info.plist has no CFBundleIdentifier")
        #expect(try Self.reason { $0.bundle = "a b" }.contains("\"a b\" is invalid"))
        #expect(
            try Self.reason { $0.members = ["CFBundleIdentifier": .integer(7), "x": .bool(true)] }.isEmpty == false)
    }

    @Test func `A damaged Info.plist is refused with a reason`() throws {
        func archive(_ change: (inout ZIPWriter.Entry) -> Void) throws -> [UInt8] {
            var entry = ZIPWriter.Entry("Payload/A.app/Info.plist", try IPAFixture().propertyList(), deflated: true)
            change(&entry)
            return try ZIPWriter([entry]).bytes()
        }
        #expect(try Self.reason(try archive { $0.data = Array("{ a = b; }".utf8) }).contains("Info.plist is damaged"))
        #expect(
            try Self.reason(try archive { $0.data = Array("<plist><array/></plist>".utf8) }).contains("no dictionary"))
        #expect(try Self.reason(try archive { $0.flags = 1 }).contains("is encrypted"))
        #expect(try Self.reason(try archive { $0.crc = 1 }).contains("checksum"))
        let bomb = [UInt8](repeating: 32, count: IPAPackage.propertyListLimit + 1)
        #expect(try Self.reason(try archive { $0.data = bomb }).contains("larger than"))
    }

    @Test func `Cut off and changed packages never end the process`() throws {
        var fixture = IPAFixture()
        fixture.entries = [.init("Payload/Demo.app/AppIcon60x60@2x.png", try IPAFixture.picture(3, 3))]
        let bytes = try fixture.bytes()
        for length in 0..<bytes.count {
            _ = try Self.reason(Array(bytes.prefix(length)))
        }
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<2000 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                changed[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            _ = try? withFile(changed) { try IPAPackage(path: $0) }
        }
    }

    @Test func `Changed pictures never end the process`() throws {
        let rows = (0..<8).flatMap { [UInt8($0 % 5)] + [UInt8](repeating: 9, count: 32) }
        let bytes = try IPAFixture.picture(8, 8, packed: try ZIPWriter.deflate(rows), apple: true)
        for length in 0..<bytes.count { _ = PNGPicture(Array(bytes.prefix(length)))?.standard }
        for place in bytes.indices {
            for value: UInt8 in [0, 1, 0x7f, 0x80, 0xff] {
                var changed = bytes
                changed[place] = value
                _ = PNGPicture(changed)?.standard
            }
        }
    }
}
