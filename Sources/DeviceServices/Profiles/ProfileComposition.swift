import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

/// What an app gets: the payloads of its SDK profile, and those it lacks from profiles above (SDKProfile, section 1).
struct ProfileComposition: Sendable {
    /// One of the profiles, the nearest first.
    struct Part: Sendable {
        let record: ProfileRecord
        /// Code of the group it comes from.
        let group: String
        let payloads: [ProfilePayload]
    }

    /// A payload and the profile it comes from.
    struct Element: Sendable {
        let payload: ProfilePayload
        /// Position of the profile.
        let part: Int
    }

    /// The profiles, the nearest first; at least one.
    let parts: [Part]
    /// The payloads in order: those of the nearest profile, then what each of the others adds.
    let elements: [Element]

    /// Joins profiles; of a type that several have, the payloads of the nearest count.
    init(_ parts: [Part]) {
        self.parts = parts
        var elements: [Element] = []
        var types: Set<String> = []
        for (index, part) in parts.enumerated() {
            let added = part.payloads.filter { !types.contains($0.type) }
            elements += added.map { Element(payload: $0, part: index) }
            types.formUnion(added.map(\.type))
        }
        self.elements = elements
    }

    /// The same with something else for each secret.
    var hidingSecrets: ProfileComposition {
        ProfileComposition(
            parts.map { part in
                Part(
                    record: part.record, group: part.group,
                    payloads: part.payloads.map { $0.replacingSecrets(with: .string(ProfilePayload.hidden)) })
            })
    }

    /// The sum of the versions, so that it moves with a change of any of them.
    var version: Int64 { parts.reduce(0) { $0 + $1.record.version } }

    /// That of the profile; of several, one that stands for just these.
    var uuid: String {
        let uuids = parts.map { $0.record.uuid.lowercased() }
        return uuids.count == 1 ? uuids[0] : NamedUUID.of(uuids.map { Data($0.utf8) })
    }

    /// Where each payload comes from.
    var sources: [PayloadSource] {
        elements.map { element in
            let part = parts[element.part]
            return PayloadSource(
                payload: element.payload.type, profile: part.record.name, profileVersion: part.record.version,
                group: part.group, isInherited: element.part > 0)
        }
    }

    /// Whether a session is shared among the developer's apps.
    var isSingleSignOnEnabled: Bool {
        let authentication = elements.last { $0.payload.type == "PasscodePoliciesV2" }
        return authentication?.payload.settings["EnableSingleSignOn"]?.coercedBool ?? false
    }

    /// Images the payloads name.
    var imageReferences: [(payload: String, key: String, name: String)] {
        elements.flatMap { element in
            element.payload.imageReferences.map { (element.payload.type, $0.key, $0.name) }
        }
    }

    /// Geofences the payloads name.
    var geofenceReferences: [String] { elements.flatMap(\.payload.geofenceReferences) }

    /// The profile with images as addresses and geofences as areas; those that are unknown are left out.
    ///
    /// - Parameters:
    ///   - organization: Name of the group the nearest profile belongs to.
    ///   - addresses: Addresses of images by name.
    ///   - areas: Areas of geofences by name.
    ///   - names: The names of some settings for clients.
    /// - Returns: What the client reads.
    func document(
        organization: String, addresses: [String: String], areas: [String: PropertyListValue], names: ProfileWireNames
    ) -> SDKProfileDocument {
        let record = parts[0].record
        let payloads = elements.flatMap { element in
            var payload = element.payload.replacingGeofences { areas[$0] }
            for (key, name) in payload.imageReferences {
                payload.settings[key] = addresses[name.lowercased()].map { .string($0) }
            }
            return ProfileCertificates.payloads(for: names.applied(to: payload), names)
        }
        return SDKProfileDocument(
            displayName: record.name, description: record.description, identifier: "mockuem.profile.\(record.uuid)",
            organization: organization, uuid: uuid.uppercased(), version: version, payloads: payloads)
    }
}
