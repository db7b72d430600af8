/// The fields of a form on a page, as a browser would send them untouched.
enum FormFields {
    /// Reads the form whose address ends with a path.
    static func read(_ page: String, action: String) -> [String: String] {
        guard let start = page.firstRange(of: "\(action)\" method=\"post\""),
            let end = page[start.upperBound...].firstRange(of: "</form>")
        else { return [:] }
        let form = String(page[start.upperBound..<end.lowerBound])
        var fields: [String: String] = [:]
        for tag in form.matches(of: /<input[^>]*>/).map({ String($0.output) }) {
            guard let name = attribute("name", tag), !name.hasPrefix("form") else { continue }
            if tag.contains("type=\"checkbox\"") && !tag.contains(" checked") { continue }
            fields[name] = attribute("value", tag) ?? ""
        }
        for area in form.matches(of: /(?<tag><textarea[^>]*>)\n?(?<text>[^<]*)<\/textarea>/) {
            if let name = attribute("name", String(area.tag)) {
                fields[name] = decoded(String(area.text))
            }
        }
        for choice in form.matches(of: /(?<tag><select[^>]*>)(?<options>.*?)<\/select>/) {
            guard let name = attribute("name", String(choice.tag)) else { continue }
            let chosen = String(choice.options).firstMatch(of: /value="(?<value>[^"]*)" selected/)?.value
            fields[name] = decoded(String(chosen ?? ""))
        }
        return fields
    }

    private static func attribute(_ name: String, _ tag: String) -> String? {
        guard let start = tag.firstRange(of: " \(name)=\""),
            let end = tag[start.upperBound...].firstIndex(of: "\"")
        else {
            return nil
        }
        return decoded(String(tag[start.upperBound..<end]))
    }

    private static func decoded(_ text: String) -> String {
        text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }
}
