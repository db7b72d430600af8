import Foundation

// Writes one Swift file that holds the text of the given files as literals, keyed by their path below the package;
// those whose names end with `openapi.yaml` become one, `openapi.json`.
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
var description = OpenAPIDocument()
do {
    for file in arguments.dropFirst(3) {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let path = file.hasPrefix(root) ? String(file.dropFirst(root.count)) : file
        if path.hasSuffix("openapi.yaml") {
            try description.add(text, file: path)
        } else {
            source += "(\"\(path)\", \(literal(text))),\n"
        }
    }
    source += "(\"openapi.json\", \(literal(try description.json()))),\n"
    source += "    ]\n}\n"
    try source.write(toFile: arguments[2], atomically: true, encoding: .utf8)
} catch {
    FileHandle.standardError.write(Data("error: \(error)\n".utf8))
    exit(1)
}
