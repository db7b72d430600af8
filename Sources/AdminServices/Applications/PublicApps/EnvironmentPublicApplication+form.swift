package import ConsoleModel
package import DeviceProtocol
import Foundation
import Yams

/// How what belongs to apps of stores is written.
extension EnvironmentPublicApplication {
    /// The store data of an app as it is written.
    var node: Node {
        YAMLMapping {
            $0.addText("externalId", externalId)
            $0.addText("url", url)
            $0.add("licenses", licenses.map(YAMLWriting.integer))
            $0.addText("consoleVersion", consoleVersion)
            $0.add("pushMode", YAMLWriting.text(pushMode.rawValue))
            $0.addList("models", models.map(Self.model))
            $0.addList("categories", information.categories.map(YAMLWriting.text))
            if information.rating > 0 { $0.add("rating", YAMLWriting.integer(Int64(information.rating))) }
            $0.add("information", Self.information(information))
            $0.add("icon", icon.map { YAMLWriting.text($0.data.base64EncodedString()) })
        }.node
    }

    private static func model(_ model: AppModel) -> Node {
        YAMLMapping {
            $0.add("id", model.id.map { YAMLWriting.integer(Int64($0)) })
            $0.add("name", YAMLWriting.text(model.name))
        }.node
    }

    private static func information(_ information: AppInformation) -> Node? {
        let mapping = YAMLMapping {
            for name in AppFields.texts { $0.add(name, information.texts[name].map(YAMLWriting.text)) }
            for name in AppFields.flags { $0.add(name, information.flags[name].map(YAMLWriting.bool)) }
        }
        return mapping.isEmpty ? nil : mapping.node
    }
}

/// Its schema.
extension EnvironmentPublicApplication {
    package static let schema = JSONSchema.object([
        ("externalId", .text(0...255)), ("url", .text(0...2000, pattern: "^([Hh][Tt][Tt][Pp][Ss]?:[^\\u0000]*)?$")),
        ("licenses", .integer(0...EnvironmentPublicApplication.maximumLicenses)), ("consoleVersion", .text(0...64)),
        (
            "pushMode",
            .word(AppPushMode.allCases.map(\.rawValue)).defaulting(to: .string(AppPushMode.onDemand.rawValue))
        ),
        ("models", .list(.defined("storeModel"), maximum: AppFields.listLimit)),
        ("categories", .list(.text(0...255), maximum: AppFields.listLimit)),
        ("rating", .integer(0...5).defaulting(to: .number("0"))), ("information", .defined("storeInformation")),
        ("icon", .type("string").described("\(AppIcon.form) in base64")),
    ])

    package static let modelSchema = JSONSchema.object([
        ("id", .integer(Int64(Int32.min)...Int64(Int32.max))), ("name", .text(0...255)),
    ])

    package static let informationSchema = JSONSchema.object(
        AppFields.texts.map { ($0, JSONSchema.text(0...4000)) } + AppFields.flags.map { ($0, .bool) })

    /// The data that an app may have, by the store it comes from.
    package static let applicationRules: JSONValue = .array([
        JSONSchema.when("type", is: .word([AppKind.purchased.rawValue]), then: JSONSchema())
            .with(
                "else",
                JSONSchema(
                    "properties",
                    JSONSchema.members([("store", JSONSchema("not", JSONSchema.having("licenses").value))])
                ).value
            ).value,
        JSONSchema.when(
            "type", is: .word([AppKind.listed.rawValue, AppKind.purchased.rawValue]), then: JSONSchema()
        ).with("else", JSONSchema.lacking("store").value).value,
    ])
}
