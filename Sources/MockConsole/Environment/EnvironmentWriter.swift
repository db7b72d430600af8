import DeviceProtocol
import Foundation
import Yams

/// Writes environment files; the same environment is always the same text.
enum EnvironmentWriter {
    /// The text of a document.
    static func write(_ document: EnvironmentDocument) throws -> String {
        let root = YAMLMapping {
            $0.add("version", YAMLWriting.integer(EnvironmentReader.formatVersion))
            $0.add("organizationGroups", YAMLWriting.list(document.groups.map(group)))
        }
        return try Yams.serialize(node: root.node, indent: 2, width: -1, allowUnicode: true)
    }

    private static func group(_ group: EnvironmentGroup) -> Node {
        YAMLMapping {
            $0.add("path", YAMLWriting.text(group.pathText))
            $0.add("id", group.id.map(YAMLWriting.integer))
            $0.add("uuid", group.uuid.map(YAMLWriting.text))
            $0.add("name", group.name.map(YAMLWriting.text))
            $0.add("type", group.type.map(YAMLWriting.text))
            $0.addText("country", group.country ?? "")
            $0.addText("locale", group.locale ?? "")
            $0.add("settings", settings(group.settings ?? [:]))
            $0.addList("restrictedUserGroups", (group.restrictedUserGroups ?? []).map(reference))
            $0.addList("tags", group.tags.map(tag))
            $0.addList("users", group.users.map(user))
            $0.addList("userGroups", group.userGroups.map(userGroup))
            $0.addList("images", group.images.map(image))
            $0.addList("profiles", group.profiles.map(profile))
            $0.addList("complianceRules", group.complianceRules.map(complianceRule))
            $0.addList("smartGroups", group.smartGroups.map(smartGroup))
            $0.addList("applications", group.applications.map(application))
            $0.addList("applicationGroups", group.applicationGroups.map(applicationGroup))
            $0.addList("mdmProfiles", group.mdmProfiles.map(mdmProfile))
            $0.addList("termsOfUse", group.termsOfUse.map(termsOfUse))
            $0.addList("eventNotifications", group.eventNotifications.map(eventNotification))
        }.node
    }

    private static func eventNotification(_ notification: EnvironmentNotification) -> Node {
        let events = NotificationChoice.allCases.filter(notification.events.contains)
        return YAMLMapping {
            $0.add("name", YAMLWriting.text(notification.name))
            $0.add("uuid", notification.uuid.map(YAMLWriting.text))
            $0.add("url", YAMLWriting.text(notification.url))
            $0.addText("username", notification.username)
            $0.add("format", YAMLWriting.text(notification.format.rawValue))
            $0.add("active", YAMLWriting.bool(notification.isActive))
            $0.addList("events", events.map { YAMLWriting.text($0.rawValue) })
        }.node
    }

    private static func termsOfUse(_ terms: EnvironmentTerms) -> Node {
        YAMLMapping {
            $0.add("uuid", terms.uuid.map(YAMLWriting.text))
            $0.addList("applications", terms.scope.applications.map { YAMLWriting.text($0.value) })
            $0.add("content", YAMLWriting.text(terms.content))
        }.node
    }

    private static func settings(_ settings: [GroupSetting: EnvironmentSetting]) -> Node? {
        if settings.isEmpty { return nil }
        return YAMLMapping { mapping in
            for setting in GroupSetting.allCases {
                switch settings[setting] {
                case .value(let value)?: mapping.add(setting.rawValue, YAMLWriting.setting(value))
                case .profile(let profile)?: mapping.add(setting.rawValue, reference(profile))
                case nil: continue
                }
            }
        }.node
    }

    static func reference(_ reference: EnvironmentReference) -> Node {
        let isKeyword = ProfileMode(rawValue: reference.name) != nil
        if reference.group == nil, !isKeyword { return YAMLWriting.text(reference.name) }
        return YAMLMapping {
            $0.add("group", reference.group.map(YAMLWriting.text))
            $0.add("name", YAMLWriting.text(reference.name))
        }.node
    }

    private static func tag(_ tag: EnvironmentTag) -> Node {
        YAMLMapping {
            $0.add("name", YAMLWriting.text(tag.name))
            $0.add("uuid", tag.uuid.map(YAMLWriting.text))
            if let kind = tag.kind, kind != .device { $0.add("type", YAMLWriting.text(kind.word)) }
            $0.addText("avatar", tag.avatar ?? "")
        }.node
    }

    private static func user(_ user: EnvironmentUser) -> Node {
        YAMLMapping {
            $0.add("username", YAMLWriting.text(user.username))
            $0.add("uuid", user.uuid.map(YAMLWriting.text))
            $0.add("passwordHash", user.passwordHash.map(YAMLWriting.text))
            $0.addText("accountType", user.accountType)
            $0.addText("domain", user.domain)
            $0.addText("firstName", user.firstName)
            $0.addText("lastName", user.lastName)
            $0.addText("email", user.email)
            $0.addText("phone", user.phone)
            $0.add("attributes", attributes(user.attributes))
            $0.add("active", YAMLWriting.bool(user.isActive))
            $0.addList("tokens", user.tokens.map(token))
        }.node
    }

    private static func attributes(_ attributes: [UserAttribute: String]) -> Node? {
        if attributes.isEmpty { return nil }
        return YAMLMapping { mapping in
            for attribute in UserAttribute.further {
                mapping.add(attribute.rawValue, attributes[attribute].map(YAMLWriting.text))
            }
        }.node
    }

    private static func token(_ token: EnvironmentToken) -> Node {
        YAMLMapping {
            $0.add("tokenHash", YAMLWriting.text(token.hash.base64EncodedString()))
            $0.add("expires", YAMLWriting.text(token.expiresAt.description))
            $0.add("used", token.usedAt.map { YAMLWriting.text($0.description) })
        }.node
    }

    private static func userGroup(_ group: EnvironmentUserGroup) -> Node {
        YAMLMapping {
            $0.add("name", YAMLWriting.text(group.name))
            $0.add("uuid", group.uuid.map(YAMLWriting.text))
            $0.addText("description", group.description ?? "")
            $0.addList("members", group.members.map(reference))
        }.node
    }

    private static func image(_ image: EnvironmentImage) -> Node {
        YAMLMapping {
            $0.add("name", YAMLWriting.text(image.name))
            $0.add("data", YAMLWriting.text(image.data.base64EncodedString()))
        }.node
    }

    private static func profile(_ profile: EnvironmentProfile) -> Node {
        YAMLMapping {
            $0.add("name", YAMLWriting.text(profile.name))
            $0.add("uuid", profile.uuid.map(YAMLWriting.text))
            $0.addText("description", profile.description)
            $0.add("version", YAMLWriting.integer(profile.version))
            if !profile.inherits { $0.add("inherits", YAMLWriting.bool(false)) }
            $0.addList("payloads", profile.payloads.map(payload))
            $0.addList(
                "previousVersions",
                profile.previousVersions.map { previous in
                    YAMLMapping {
                        $0.add("version", YAMLWriting.integer(previous.version))
                        $0.addList("payloads", previous.payloads.map(payload))
                    }.node
                })
        }.node
    }

    private static func payload(_ payload: ProfilePayload) -> Node {
        YAMLMapping { mapping in
            mapping.add("PayloadType", YAMLWriting.text(payload.type))
            for (key, value) in payload.settings.sorted(by: { $0.key < $1.key }) {
                mapping.add(key, YAMLWriting.propertyList(value))
            }
        }.node
    }

    private static func complianceRule(_ rule: EnvironmentComplianceRule) -> Node {
        YAMLMapping {
            $0.add("name", YAMLWriting.text(rule.draft.name))
            $0.add("uuid", rule.uuid.map(YAMLWriting.text))
            $0.add("kind", YAMLWriting.text(rule.draft.kind.rawValue))
            $0.addText("bundleId", rule.draft.bundleId ?? "")
            $0.addText("operator", rule.draft.comparison?.rawValue ?? "")
            $0.addText("version", rule.draft.version ?? "")
            $0.add("action", YAMLWriting.text(rule.draft.action.rawValue))
            $0.add("active", YAMLWriting.bool(rule.draft.isActive))
        }.node
    }

    private static func smartGroup(_ group: EnvironmentSmartGroup) -> Node {
        let criteria = YAMLMapping {
            $0.addList("organizationGroups", group.organizationGroups.map(reference))
            $0.addList("userGroups", group.userGroups.map(reference))
            $0.addList("tags", group.tags.map(reference))
            for (key, kind) in EnvironmentSmartGroup.wordKeys {
                $0.addList(key, (group.words[kind] ?? []).map(YAMLWriting.text))
            }
            $0.addList("osVersions", group.osVersions.map { YAMLWriting.text($0.text) })
        }
        return YAMLMapping {
            $0.add("name", YAMLWriting.text(group.name))
            $0.add("uuid", group.uuid.map(YAMLWriting.text))
            $0.add("criteriaType", YAMLWriting.text(group.criteriaType))
            if !criteria.isEmpty { $0.add("criteria", criteria.node) }
            $0.addList("addedUsers", group.addedUsers.map(reference))
            $0.addList("excludedUsers", group.excludedUsers.map(reference))
            $0.addList("excludedUserGroups", group.excludedUserGroups.map(reference))
        }.node
    }

    private static func application(_ application: EnvironmentApplication) -> Node {
        YAMLMapping {
            $0.add("bundleId", YAMLWriting.text(application.bundleId))
            $0.add("uuid", application.uuid.map(YAMLWriting.text))
            $0.add("name", YAMLWriting.text(application.name))
            $0.add("type", YAMLWriting.text(application.type))
            $0.addText("platform", application.platform)
            $0.addText("version", application.version)
            $0.add("status", YAMLWriting.text(application.status))
            $0.add("store", application.store.map(store))
            $0.add(
                "profile",
                application.profile.map(reference) ?? YAMLWriting.text(application.profileMode.rawValue))
            $0.addList(
                "assignments",
                application.assignments.map { assignment in
                    YAMLMapping {
                        $0.add("smartGroup", reference(assignment.smartGroup))
                        $0.add("priority", YAMLWriting.integer(assignment.priority))
                    }.node
                })
            $0.addList("exclusions", application.exclusions.map(reference))
        }.node
    }
}
