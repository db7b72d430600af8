import ConsoleHTTP
import ConsolePlatform
import Foundation

extension ServerIdentity {
    /// The identity a configuration asks for.
    init(_ configuration: ConsoleConfiguration, folder: DataFolder, now: Date, random: RandomSource) throws {
        if let files = configuration.certificateFiles {
            try self.init(
                certificateFile: files.certificate, keyFile: files.key, trustAnchorFile: files.authority)
        } else {
            try self.init(
                folder: folder, names: .standard(adding: configuration.certificateNames), now: now, random: random)
        }
    }
}

extension ConsoleConfiguration {
    /// Names and addresses clients use beside the standard ones: configured ones, the public host, the address it
    /// listens on.
    var certificateNames: [String] {
        let listening = ["0.0.0.0", "::"].contains(host) ? [] : [host]
        return serverNames + [publicURL?.host()].compactMap { $0 } + listening
    }

    /// The hosts under which the console is known: those of the names above, and of a certificate of the operator's own.
    var knownHosts: KnownHosts {
        let own = certificateFiles.map { ServerIdentity.names(inFile: $0.certificate) } ?? []
        let names = ServerNames.standard(adding: certificateNames + own).all
        let access = ClientAccess(self, names: certificateFiles == nil ? names : own)
        return KnownHosts(names: names, fallback: publicURL?.host() ?? access.host)
    }
}
