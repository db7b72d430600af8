import ConsolePlatform
import ConsoleResources
import HTTPTypes
import Hummingbird
import Mustache

/// The page a browser sees at the enrollment URL: that this is not where a device is managed from.
struct EnrollmentPage: Sendable {
    /// The content of the page.
    struct Model: Sendable {
        /// Origin to give to an app.
        let serverURL: String
    }

    private let template: MustacheTemplate

    /// The page with its template.
    ///
    /// - Throws: `MustacheTemplate.ParserError` for a template that is broken.
    init() throws {
        template = try MustacheTemplate(
            string: try EmbeddedFile.required("Sources/DeviceServices/Discovery/EnrollmentPage.mustache").text)
    }

    /// The page as HTML.
    func render(_ model: Model) -> Response {
        .page(template.render(model))
    }
}
