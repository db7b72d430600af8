import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes
import Hummingbird

/// A picture that branding payloads of a group can name: its own, or one of a group above.
struct BrandingImage: Sendable {
    /// The group it belongs to.
    let group: String
    let name: String
    /// Size and kind, in words.
    let detail: String

    /// Where the page shows it from.
    var path: String { Self.path(in: group) + URLText.escaped(name) }

    /// Where the pages of a group show images from, before their names.
    static func path(in group: String) -> String { "\(base)/\(URLText.escaped(group))/" }

    private static let base = "\(PolicyCatalogue.settings.path)/images"

    /// The pictures of a group.
    ///
    /// - Throws: What the route throws.
    static func list(_ group: String, _ visit: Visit) async throws -> [BrandingImage] {
        let found = try await visit.api.get("/_mock/groups/\(URLText.escaped(group))/images", ["pageSize": "500"])
        return found.items.list.map { image in
            BrandingImage(
                group: group, name: image.name.text,
                detail: "\(image["type"].text), \(Figure.text(image.bytes.integer ?? 0)) bytes")
        }
    }

    /// Adds what shows, takes and deletes pictures.
    static func add(to door: PageDoor) {
        door.get("\(base)/{group}/{name}") { visit in
            var response = try await visit.api.answer(ConsoleCall(.get, route(visit, visit.capture("name"))))
            // A picture in a window of its own is nothing but a picture.
            response.headers[.contentSecurityPolicy] = "default-src 'none'; sandbox"
            return response
        }
        door.form("\(base)/{group}") { visit in try await upload(visit) }
        door.form("\(base)/{group}/{name}/delete") { visit in
            try await visit.api.send(.delete, route(visit, visit.capture("name")))
            return .stay("The image \(visit.capture("name")) was deleted.")
        }
    }

    private static func route(_ visit: Visit, _ name: String) -> String {
        "/_mock/groups/\(visit.segment("group"))/images/\(URLText.escaped(name))"
    }

    private static func upload(_ visit: Visit) async throws -> Outcome {
        let name = visit.form["imageName"]
        guard !name.isEmpty else { throw ConsoleError(.badRequest, "The imageName is missing.") }
        guard let data = Data(base64Encoded: visit.form["picture"]), !data.isEmpty else {
            throw ConsoleError(.badRequest, "Choose a picture.")
        }
        var call = ConsoleCall(.put, route(visit, name))
        call.body = data
        call.type = "application/octet-stream"
        let made = try await visit.api.json(call)
        return .stay("The image was stored; payloads name it \(made.reference.text).")
    }

    /// The pictures of a group with a form for another.
    static func parts(_ images: [BrandingImage], _ group: String, mayWrite: Bool) -> [Part] {
        let rows = images.map { image in
            Table.Row(
                cells: [.text(image.name).linked(image.path), .code("image:\(image.name)"), .text(image.detail)],
                actions: mayWrite
                    ? [.post("Delete", "\(image.path)/delete", asking: "Delete \(image.name)?", isDangerous: true)] : []
            )
        }
        let table = Table(
            "Images of \(group)", columns: ["Image", "In a payload", "Kind"], rows: rows,
            empty: EmptyState(
                title: "No images of \(group)", advice: "Those of groups above can be named too, and any address."))
        guard mayWrite else { return [.table(table)] }
        var form = Form("\(base)/\(URLText.escaped(group))", button: "Upload")
        form.isInline = true
        form.title = "Upload an image"
        form.hint =
            "PNG, JPEG or GIF. One that has the name already is replaced, and devices get it with their next profile."
        var name = Field("imageName", "Name").required()
        name.placeholder = "logo"
        form.fields = [name, Field("picture", "Picture", .file).required()]
        return [.table(table), .form(form)]
    }
}

/// How an app may look with the branding that is in force.
struct BrandingPreview: PageValue {
    let toolbar: String
    let toolbarText: String
    let primary: String
    let primaryText: String
    let secondary: String
    let secondaryText: String
    let organization: String
    /// Where the images are shown from that the payload names; empty for none.
    let logo: String
    let background: String
    /// What stands before the name of an image in its address.
    let images: String
    /// Names of the images there are, with line breaks between them.
    let names: String

    /// The look of a payload; what it lacks looks as apps do without it.
    init(_ payload: JSON, images: [BrandingImage], of group: String) {
        func colour(_ name: String, _ otherwise: String) -> String {
            payload[name].integer.map { PayloadSetting.colour($0) } ?? otherwise
        }
        toolbar = colour("ToolbarColor", "#2b6cb0")
        toolbarText = colour("ToolbarTextColor", "#ffffff")
        primary = colour("PrimaryColor", "#2b6cb0")
        primaryText = colour("PrimaryTextColor", "#ffffff")
        secondary = colour("SecondaryColor", "#edf2f7")
        secondaryText = colour("SecondaryTextColor", "#1a202c")
        organization = String((payload.OrganizationName.nonEmpty ?? "Organization").prefix(24))
        func image(_ names: String...) -> String {
            let wanted = names.compactMap { payload[$0].nonEmpty?.lowercased() }
            let found = wanted.lazy.compactMap { name in images.first { "image:\($0.name)".lowercased() == name } }
            return found.first?.path ?? ""
        }
        logo = image("CompanyLogoPhoneHighRes", "CompanyLogoPhone")
        background = image("BackroundImageiPhone5HighRes", "BackroundImageiPhoneHighRes", "BackroundImageiPhone")
        self.images = BrandingImage.path(in: group)
        names = images.map(\.name).joined(separator: "\n")
    }
}
