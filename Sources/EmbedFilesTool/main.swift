import Articles
import Foundation

// Writes one Swift file that holds the text of the given files as literals, keyed by their path below the package;
// those whose names end with `openapi.yaml` become one, `openapi.json`. Articles, whose names end with `.md`, are there
// as pages, too: `docs/….html`, with `docs/sections.txt` for the search.
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
var articles: [Article] = []

/// Adds an entry.
func embed(_ text: String, at path: String) { source += "(\"\(path)\", \(literal(text))),\n" }

do {
    for file in arguments.dropFirst(3) {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let path = file.hasPrefix(root) ? String(file.dropFirst(root.count)) : file
        if path.hasSuffix("openapi.yaml") {
            try description.add(text, file: path)
        } else {
            embed(text, at: path)
        }
        if path.hasSuffix(".md") {
            articles.append(
                Article(name: URL(filePath: file).deletingPathExtension().lastPathComponent, markdown: text))
        }
    }
    embed(try description.json(), at: "openapi.json")
    let catalogue = try ArticleCatalogue(articles, overview: "MockConsole")
    for page in try ArticlePages(catalogue).all() { embed(page.html, at: "docs/\(page.name).html") }
    embed(ArticleIndex(catalogue).text, at: "docs/sections.txt")
    source += "    ]\n}\n"
    try source.write(toFile: arguments[2], atomically: true, encoding: .utf8)
} catch {
    FileHandle.standardError.write(Data("error: \(error)\n".utf8))
    exit(1)
}
