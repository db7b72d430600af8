import Articles
import Foundation

// Writes one Swift file that holds the text of the given files as literals, keyed by their path below the package;
// those whose names end with `openapi.yaml` become one, `openapi.json`. Articles, whose names end with `.md`, are there
// as pages, too: `docs/….html`, with `docs/sections.txt` and `docs/articles.txt` for
// the search and for lists.
//
// Arguments: the package folder, the file to write, the files to embed.
let arguments = CommandLine.arguments
let root = arguments[1].hasSuffix("/") ? arguments[1] : arguments[1] + "/"

var source = EmbeddedSource()
var description = OpenAPIDocument()
var articles: [Article] = []
do {
    for file in arguments.dropFirst(3) {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let path = file.hasPrefix(root) ? String(file.dropFirst(root.count)) : file
        if path.hasSuffix("openapi.yaml") {
            try description.add(text, file: path)
        } else {
            source.add(text, at: path)
        }
        if path.hasSuffix(".md") {
            let name = URL(filePath: file).deletingPathExtension().lastPathComponent
            articles.append(Article(name: name, markdown: text))
        }
    }
    source.add(try description.json(), at: "openapi.json")
    let catalogue = try ArticleCatalogue(articles, overview: "MockConsole")
    for page in try ArticlePages(catalogue).all() { source.add(page.html, at: "docs/\(page.name).html") }
    source.add(ArticleIndex(catalogue).text, at: "docs/sections.txt")
    source.add(ArticleIndex(catalogue).articles, at: "docs/articles.txt")
    try source.text.write(toFile: arguments[2], atomically: true, encoding: .utf8)
} catch {
    FileHandle.standardError.write(Data("error: \(error)\n".utf8))
    exit(1)
}
