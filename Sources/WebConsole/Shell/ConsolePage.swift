import ConsolePlatform

/// A page of the console as a value: what it is called, where it stands, and its parts.
struct ConsolePage: PageValue {
    /// Its heading, which also is its title.
    let title: String
    /// What it shows, in a sentence; empty for none.
    var lead = ""
    /// What it is about, such as a serial number: shown beside the heading.
    var badges: [Cell] = []
    /// Pages above it, the topmost first.
    var crumbs: [Crumb] = []
    /// Pages beside it about the same thing; empty for none.
    var tabs: [Tab] = []
    /// What can be done here, beside the heading.
    var actions: [Action] = []
    /// What it is made of.
    var parts: [Part]

    /// A page.
    init(_ title: String, parts: [Part] = []) {
        self.title = title
        self.parts = parts
    }

    /// A page above this one.
    struct Crumb: PageValue {
        let title: String
        let path: String

        /// A page with its address.
        init(_ title: String, _ path: String) {
            self.title = title
            self.path = path
        }
    }

    /// A page about the same thing.
    struct Tab: PageValue {
        let title: String
        let path: String
        let isCurrent: Bool
    }

    /// Tabs of a thing.
    ///
    /// - Parameters:
    ///   - base: The address of the thing.
    ///   - current: The last segment of the page shown; empty for the thing's own.
    ///   - tabs: Titles, with the last segment of each.
    /// - Returns: The tabs.
    static func tabs(_ base: String, current: String, _ tabs: KeyValuePairs<String, String>) -> [Tab] {
        tabs.map { title, segment in
            Tab(title: title, path: segment.isEmpty ? base : "\(base)/\(segment)", isCurrent: segment == current)
        }
    }
}
