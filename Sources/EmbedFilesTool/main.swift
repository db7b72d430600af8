import Foundation

// Writes one Swift file that holds the text of the given files as literals, keyed by their path below the package.
//
// Arguments: the package folder, the file to write, the files to embed.
let arguments = CommandLine.arguments
let root = arguments[1].hasSuffix("/") ? arguments[1] : arguments[1] + "/"

/// A raw string literal of a text, with as many number signs as the text needs.
func literal(_ text: String) -> String {
    var signs = "#"
    while text.contains("\"\"\"" + signs) || text.contains("\\" + signs) { signs += "#" }
    return "\(signs)\"\"\"\n\(text)\n\"\"\"\(signs)"
}

var source = """
    /// Text files that travel inside the binary, keyed by their path below the package.
    enum EmbeddedFiles {
        static let all: [(path: String, text: String)] = [

    """
for file in arguments.dropFirst(3) {
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let path = file.hasPrefix(root) ? String(file.dropFirst(root.count)) : file
    source += "(\"\(path)\", \(literal(text))),\n"
}
source += "    ]\n}\n"
try source.write(toFile: arguments[2], atomically: true, encoding: .utf8)
