import DeviceProtocol
import Foundation

/// The command loop (DeviceServices, section 13).
extension SimulatedApp {
    /// Commands an app takes in one go.
    private static let maximumCommands = 100

    /// The result of a command.
    private enum Execution {
        /// Answered by these fields.
        case answer(CommandStatus, profiles: [PropertyListValue]? = nil)
        /// An error answer, which does not even name the command.
        case builtInError
        /// Nobody answers; the loop ends.
        case nothing
    }

    /// Asks for commands and carries them out until none is left.
    ///
    /// - Throws: ``ClientFailure`` if an answer cannot be taken; ``SimulatedApp/Restart`` after a 401.
    mutating func pollCommands() async throws {
        guard let device = state.device else { return }
        var message = ProcessorMessage(status: .idle, device: device, requestor: setup.bundle.value)
        var hasInstalled = false
        for _ in 0..<Self.maximumCommands {
            guard let command = try await post(message) else { break }
            let isRefused = generator.happens(setup.notNow)
            let isSilent = generator.happens(setup.silence)
            if isSilent { break }
            guard let answer = await answer(to: command, device: device, isRefused: isRefused) else { break }
            hasInstalled = hasInstalled || command.requestType == "InstallProfile" && answer.status == .acknowledged
            message = answer
        }
        if hasInstalled, await applyEarlySettings() { try await applyAuthenticatedSettings() }
    }

    /// Posts a message; nil if the queue is empty.
    private mutating func post(_ message: ProcessorMessage) async throws -> CommandMessage? {
        let response = try await perform(.processor(message))
        if response.status == 401 { throw Restart(reason: "the command processor answered 401") }
        try response.requireSuccess("the processor")
        guard !response.body.isEmpty else { return nil }
        let plain = state.applicationToken.flatMap { CommandEnvelope.open(response.body, token: $0) }
        do {
            return try CommandMessage(propertyList: plain ?? response.body)
        } catch {
            throw ClientFailure(.unexpectedResponse, "the command cannot be read: \(error)")
        }
    }

    /// Carries a command out.
    ///
    /// - Returns: What to post; nil if nobody answers.
    private mutating func answer(
        to command: CommandMessage, device: DeviceIdentifier, isRefused: Bool
    ) async -> ProcessorMessage? {
        var message = ProcessorMessage(
            status: .notNow, device: device, commandUUID: command.uuid, requestor: setup.bundle.value,
            sampleTime: Self.localTime(now()))
        if isRefused { return message }
        switch await execute(command) {
        case .answer(let status, let profiles): (message.status, message.profileList) = (status, profiles)
        case .builtInError: (message.status, message.commandUUID, message.requestor) = (.error, "", "")
        case .nothing: return nil
        }
        return message
    }

    private mutating func execute(_ command: CommandMessage) async -> Execution {
        switch command.requestType {
        case "InstallProfile":
            guard let payload = command.command["Payload"]?.dataValue else { return unreadable(command, "Payload") }
            return install(payload) ? .answer(.acknowledged) : .builtInError
        case "RequestProfiles":
            let profiles = state.profiles.sorted { $0.key < $1.key }
            return .answer(.acknowledged, profiles: profiles.compactMap { try? PropertyListValue(parsing: $0.value) })
        case "UploadLogs": return await uploadLogs(for: command)
        case "DeviceLockSso": return lockSession() ? .answer(.acknowledged) : .builtInError
        default: return setup.customHandler(command).map { .answer($0) } ?? .nothing
        }
    }

    /// A command without what it needs counts as none.
    private mutating func unreadable(_ command: CommandMessage, _ key: String) -> Execution {
        outcome.overlook(
            ClientFailure(.unexpectedResponse, "the command \(command.requestType ?? "") has no usable \(key)"))
        return .nothing
    }

    /// With an authentication payload it replaces the SDK profile, else it is one of a type the app has asked for.
    private mutating func install(_ payload: Data) -> Bool {
        guard let profile = try? PropertyListValue(parsing: payload), case .dictionary(let members) = profile else {
            return false
        }
        let payloads = (members["PayloadContent"]?.arrayValue ?? []).compactMap(\.dictionaryValue)
        let hasAuthentication = payloads.contains {
            $0["PayloadType"]?.stringValue == "PasscodePoliciesV2" || $0["PasscodeMode"] != nil
        }
        if hasAuthentication {
            store(profile, type: 21)
        } else if let type = setup.otherProfileTypes.first {
            store(profile, type: type)
        }
        return true
    }

    /// At once for level or period 0, else when the period ends.
    private mutating func uploadLogs(for command: CommandMessage) async -> Execution {
        guard let level = command.command["LogLevel"]?.strictReal.map({ Int($0) }) else {
            return unreadable(command, "LogLevel")
        }
        guard let period = command.command["LogPeriod"]?.strictReal else { return unreadable(command, "LogPeriod") }
        if level == 0 || period == 0 {
            log("Logs as a command has asked for them.")
            await uploadLogs()
        } else {
            let until = now().addingTimeInterval(period < 0 ? 1800 : period)
            memory.commandLogging = (LogLevel(rawValue: level) ?? .debug, until)
        }
        return .answer(.acknowledged)
    }

    /// `MM/dd/yyyy hh:mm:ss a`, in a device whose zone is UTC.
    static func localTime(_ date: Date) -> String {
        let text = SignatureDate.format(date)
        let parts = text.split { "-T:".contains($0) }.map(String.init)
        guard parts.count == 6, let hour = Int(parts[3]) else { return text }
        let clock = (hour + 11) % 12 + 1
        let padded = clock < 10 ? "0\(clock)" : "\(clock)"
        return "\(parts[1])/\(parts[2])/\(parts[0]) \(padded):\(parts[4]):\(parts[5]) \(hour < 12 ? "AM" : "PM")"
    }
}
