import Foundation

/// The name of an uploaded file, with an ending the console takes (AdminApplications, "Blobs").
struct BlobFileName: Hashable, Sendable {
    /// Endings, in lower case.
    static let endings: Set<String> = [
        "apk", "app", "appx", "appxbundle", "bin", "cer", "crt", "csv", "deb", "dmg", "doc", "docx", "exe", "gif",
        "ipa",
        "jpeg", "jpg", "json", "mpkg", "msi", "msix", "msp", "p12", "pdf", "pem", "pfx", "pkg", "plist", "png", "ps1",
        "rpm", "sh", "svg", "txt", "xap", "xml", "zip",
    ]

    /// Without folders and control characters.
    let text: String

    /// The ending, in lower case.
    var ending: String { text.split(separator: ".").last.map { $0.lowercased() } ?? "" }

    /// Cleans a file name of a client; nil if nothing is left or its ending is unknown.
    init?(_ name: String) {
        let last = name.split { $0 == "/" || $0 == "\\" }.last ?? ""
        let kept = last.unicodeScalars.filter { $0.properties.generalCategory != .control }
        text = String(String.UnicodeScalarView(kept)).trimmingCharacters(in: .whitespaces)
        guard text.contains("."), text.unicodeScalars.count <= 255, Self.endings.contains(ending) else { return nil }
    }

    /// `Content-Disposition` of a download: the name as it was uploaded, which a name beyond ASCII has a second form for
    /// (RFC 6266, section 4.3).
    var disposition: String {
        let plain = String(text.map { $0.isASCII && $0 != "\"" && $0 != "\\" ? $0 : "_" })
        let short = "attachment; filename=\"\(plain)\""
        guard plain != text else { return short }
        let safe = CharacterSet(charactersIn: "!#$&+-.^_`|~").union(.asciiAlphanumerics)
        return "\(short); filename*=UTF-8''\(text.addingPercentEncoding(withAllowedCharacters: safe) ?? plain)"
    }
}

extension CharacterSet {
    /// Letters and digits of ASCII.
    fileprivate static let asciiAlphanumerics = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
}
