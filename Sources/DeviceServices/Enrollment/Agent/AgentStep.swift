import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// A step the enrollment agent was allowed: what comes next, and the session to go on with.
struct AgentStep: Sendable {
    let sessionID: String
    let next: AgentEnrollmentResponse.NextStep
    /// The group it is about.
    var groupID: Int64?
}

/// Why a step is refused: a sentence for the user, and for a blocked enrollment the step that says so.
struct AgentRefusal: Error {
    let reason: String
    var step = EnrollmentStep.unknown

    /// A refusal.
    init(_ reason: String, step: EnrollmentStep = .unknown) {
        self.reason = reason
        self.step = step
    }

    /// `NextStep` of the answer.
    var next: AgentEnrollmentResponse.NextStep {
        var next = AgentEnrollmentResponse.NextStep(step)
        if step == .enrollmentBlocked { next.enrollmentBlockedMessage = reason }
        return next
    }
}

/// A group the agent enrolls into, with what its next step depends on.
struct AgentGroup: Sendable {
    let group: OrganizationGroupRecord
    let settings: GroupSettings
    /// Groups right below it, by id.
    let children: [OrganizationGroupRecord]

    /// The step that follows the choice of the group (DeviceServices, section 6.2).
    ///
    /// - Parameter isChosen: Whether the user has chosen already, and is not asked again.
    /// - Returns: The step: the setting `groupValidationStep`, or else the step that follows from the ways to sign in.
    /// - Throws: ``AgentRefusal`` if there is no way to sign in.
    func nextStep(isChosen: Bool) throws -> AgentEnrollmentResponse.NextStep {
        var next = AgentEnrollmentResponse.NextStep(type: try stepNumber(isChosen: isChosen))
        next.groupID = group.code
        if next.type == EnrollmentStep.validateGroupIdentifierSelector.rawValue { next.groups = try choices() }
        return next
    }

    private func stepNumber(isChosen: Bool) throws -> Int {
        let selector = EnrollmentStep.validateGroupIdentifierSelector.rawValue
        let configured = Int(settings.integer(.groupValidationStep))
        if configured != 0, configured != selector || !isChosen && !children.isEmpty { return configured }
        let methods = settings.authenticationMethods
        let step: EnrollmentStep
        if settings.forceToken || methods == [.token] {
            step = .validateAuthenticationToken
        } else if methods.contains(.saml) {
            step = .doSamlAuthentication
        } else if methods.contains(.usernameAndPassword) {
            step = .validateLoginCredentials
        } else {
            throw AgentRefusal("This organization group takes no enrollments.", step: .enrollmentBlocked)
        }
        return step.rawValue
    }

    /// Ids by name; groups of the same name are told apart by their codes.
    private func choices() throws -> [String: Int64] {
        var choices: [String: Int64] = [:]
        for child in children {
            let name = choices[child.name] == nil ? child.name : "\(child.name) (\(child.code))"
            choices[name] = try child.storedID()
        }
        return choices
    }
}
