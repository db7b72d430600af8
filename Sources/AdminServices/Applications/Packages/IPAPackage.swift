import ConsolePlatform
import DeviceProtocol
import Foundation

/// The facts in an IPA about its app.
struct IPAPackage: Hashable, Sendable {
    /// Bytes an `Info.plist` may have.
    static let propertyListLimit = 4 << 20

    /// `CFBundleIdentifier`.
    let bundle: BundleIdentifier
    /// Other entries of the `Info.plist`.
    let information: BundleInformation
    /// The largest of its icons, as a PNG picture that browsers show; nil if it has none of its own.
    ///
    /// Icons of an asset catalogue alone (`Assets.car`) are not found.
    let icon: Data?

    /// Opens a package.
    ///
    /// - Parameter path: Where the file is.
    /// - Throws: ``PackageError`` with the reason for one that is broken; ``ConsoleError`` `unavailable` if the file
    ///   cannot be read.
    init(path: String) throws {
        do {
            let archive = try ZIPArchive(path: path)
            let contents = try IPAContents(archive)
            let data = Data(try archive.contents(of: contents.propertyList, limit: Self.propertyListLimit))
            information = try BundleInformation(data)
            bundle = try Self.bundle(of: information)
            icon = try IPAIcon.largest(of: information, in: contents, archive)
        } catch let error as ZIPError {
            throw PackageError(error.reason)
        }
    }

    private static func bundle(of information: BundleInformation) throws -> BundleIdentifier {
        guard let text = information.identifier else { throw PackageError("its Info.plist has no CFBundleIdentifier") }
        guard let bundle = BundleIdentifier(text) else {
            throw PackageError(
                "its CFBundleIdentifier \"\(text.prefix(80))\" is invalid; it has to be \(BundleIdentifier.rule)")
        }
        return bundle
    }
}

/// The entries of an IPA that say something about its app.
struct IPAContents {
    /// The most pictures that are examined.
    private static let maximumPictures = 1000

    /// `Payload/X.app/Info.plist`.
    let propertyList: ZIPEntry
    /// Pictures beside it, by name in lower case.
    private(set) var pictures: [String: ZIPEntry] = [:]

    /// Finds them.
    ///
    /// - Throws: ``PackageError`` if there is no app, or more than one.
    init(_ archive: ZIPArchive) throws {
        var apps: Set<String> = []
        var propertyLists: [ZIPEntry] = []
        var pictures: [String: ZIPEntry] = [:]
        try archive.forEachEntry { entry in
            let steps = entry.name.split(separator: "/", omittingEmptySubsequences: false)
            guard steps.count >= 3, steps[0] == "Payload", steps[1].lowercased().hasSuffix(".app"),
                apps.count < 2
            else { return }
            apps.insert(String(steps[1]))
            guard steps.count == 3 else { return }
            if steps[2] == "Info.plist" { propertyLists.append(entry) }
            if steps[2].lowercased().hasSuffix(".png"), pictures.count < Self.maximumPictures {
                pictures[steps[2].lowercased()] = entry
            }
        }
        guard let app = apps.first else { throw PackageError("it has no app in Payload") }
        guard apps.count == 1 else { throw PackageError("it has more than one app in Payload") }
        guard let propertyList = propertyLists.first else { throw PackageError("its app \(app) has no Info.plist") }
        guard propertyLists.count == 1 else { throw PackageError("its app \(app) has more than one Info.plist") }
        self.propertyList = propertyList
        self.pictures = pictures
    }
}

/// Finds the icon of an app.
enum IPAIcon {
    /// Bytes an icon may have.
    private static let limit = 4 << 20
    /// The most pictures that are opened.
    private static let maximumCandidates = 64
    /// Bytes of all pictures that are opened: a small package may unfold to much.
    static let maximumBytes = 16 << 20

    /// The picture with the most pixels among those an `Info.plist` names.
    ///
    /// `AppIcon60x60` names `AppIcon60x60.png`, `AppIcon60x60@2x.png`, `AppIcon76x76@2x~ipad.png` and so on. What is no
    /// picture, or too large for one, is passed over; of very many the largest files are looked at.
    static func largest(
        of information: BundleInformation, in contents: IPAContents, _ archive: ZIPArchive
    ) throws -> Data? {
        let names = information.iconNames.map { $0.lowercased() }.map {
            $0.hasSuffix(".png") ? String($0.dropLast(4)) : $0
        }
        let candidates = contents.pictures.filter { name, entry in
            entry.size <= limit
                && names.contains { start in
                    let rest = name.dropLast(4).dropFirst(start.count)
                    return name.hasPrefix(start) && (rest.isEmpty || rest.hasPrefix("@") || rest.hasPrefix("~"))
                }
        }
        var byteCount = 0
        let opened = candidates.sorted { ($1.value.size, $0.key) < ($0.value.size, $1.key) }.prefix(maximumCandidates)
            .prefix { _, entry in
                byteCount += entry.size
                return byteCount <= maximumBytes
            }
        var largest: PNGPicture?
        for (_, entry) in opened.sorted(by: { $0.key < $1.key }) {
            guard let picture = PNGPicture(try archive.contents(of: entry, limit: limit)) else { continue }
            if picture.width > largest?.width ?? 0 { largest = picture }
        }
        return largest?.standard.map { Data($0) }
    }
}
