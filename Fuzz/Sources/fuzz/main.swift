import Foundation

// fuzz TARGET [ARGUMENTS OF libFuzzer]    feeds a parser
// fuzz seeds FOLDER                       writes what each target starts from, a folder for each
// fuzz targets                            names the targets

/// The loop of libFuzzer, which calls the function with what it makes up.
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ function: FuzzTarget.Function
) -> CInt

let words = CommandLine.arguments.dropFirst()
switch words.first {
case "targets":
    print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
case "seeds" where words.count == 2:
    for target in FuzzTarget.all { try target.writeSeeds(below: words.last ?? ".") }
case let name?:
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
        complain("There is no target \(name).")
        exit(64)
    }
    // libFuzzer takes what follows the name of the target as its own.
    var arguments = CommandLine.unsafeArgv
    arguments[1] = arguments[0]
    arguments += 1
    var count = CommandLine.argc - 1
    exit(runFuzzer(&count, &arguments, target.function))
case nil:
    complain("usage: fuzz TARGET [ARGUMENTS OF libFuzzer] | fuzz seeds FOLDER | fuzz targets")
    exit(64)
}
