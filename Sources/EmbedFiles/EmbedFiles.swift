import Foundation
import PackagePlugin

/// Embeds migrations, public files, page templates, documentation articles, the description of the API and the built-in
/// environment into the binary.
///
/// The product is one file that works wherever it is moved. Every embedded file is declared as an input, so a
/// changed, added or removed file rebuilds the generated source.
@main
struct EmbedFiles: BuildToolPlugin {
    /// What is embedded: the folder below the package, and the file endings taken from it.
    private static let folders: [(path: String, endings: Set<String>)] = [
        ("Migrations", ["sql"]),
        ("Public", ["css", "js", "svg", "txt", "yaml"]),
        ("Sources/ConsoleHTTP", ["yaml"]),
        ("Sources/DeviceServices", ["mustache", "yaml"]),
        ("Sources/AdminServices", ["mustache", "yaml"]),
        ("Sources/MockControl", ["yaml"]),
        ("Sources/WebConsole", ["mustache", "yaml"]),
        ("Sources/MockConsole", ["mustache", "md", "txt", "yaml"]),
    ]

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let root = context.package.directoryURL
        let inputs =
            Self.folders.flatMap { folder in
                Self.files(below: root.appending(path: folder.path), endings: folder.endings)
            } + [root.appending(path: "config.yaml")]
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
        return [
            .buildCommand(
                displayName: "Embedding \(inputs.count) files",
                executable: try context.tool(named: "EmbedFilesTool").url,
                arguments: [root.path(percentEncoded: false), output.path(percentEncoded: false)]
                    + inputs.map { $0.path(percentEncoded: false) },
                inputFiles: inputs,
                outputFiles: [output])
        ]
    }

    /// The files below a folder with one of the endings, in path order.
    private static func files(below folder: URL, endings: Set<String>) -> [URL] {
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
        return
            all
            .compactMap { $0 as? URL }
            .filter { endings.contains($0.pathExtension) }
            .sorted { $0.path() < $1.path() }
    }
}
