import DeviceProtocol

/// The names of commands that query a device (Configuration, `requery.…`).
package struct RequeryNames: Sendable {
    private let names: [RequerySubject: String]

    /// Takes the names; an empty one queues nothing.
    package init(appList: String, deviceInfo: String, profilesInfo: String, securityInfo: String) {
        let all: [RequerySubject: String] = [
            .appList: appList, .deviceInfo: deviceInfo, .profilesInfo: profilesInfo, .securityInfo: securityInfo,
        ]
        names = all.filter { !$0.value.isEmpty }
    }

    /// The request type of a query; nil if none is queued.
    subscript(_ subject: RequerySubject) -> String? { names[subject] }
}
