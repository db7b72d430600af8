/// Numbers as bars: drawn on the server, and written beside them or below.
struct Chart: PageValue {
    /// A number with its name.
    struct Bar: Sendable {
        let name: String
        let value: Int
        /// What stands below the name, in small.
        var detail = ""
        /// Where it leads; empty if nowhere.
        var link = ""
    }

    /// What it shows.
    let title: String
    /// What is counted, such as `events`.
    let unit: String
    /// The bars, in order.
    let bars: [Bar]
    /// Whether bars stand beside each other, as those of times do; otherwise below each other, with names and numbers.
    var isPlot = false
    /// A sentence below the title; empty for none.
    var hint = ""

    /// The height of the drawing in its own units.
    private static let height = 100
    /// The room of a bar, in the same.
    private static let step = 10
    /// A bar is as broad as it would be among so many; a lone one would be a wall.
    private static let fewest = 12

    func child(named name: String) -> Any? {
        switch name {
        case "title": return title
        case "hint": return Shown.text(hint)
        case "isPlot": return isPlot
        case "hasBars": return !bars.isEmpty
        case "bars": return drawn
        case "width": return max(Self.fewest, bars.count) * Self.step
        case "height": return Self.height
        case "most": return "\(Figure.text(most)) \(unit)"
        case "summary": return summary
        case "first": return Shown.text(bars.first?.name ?? "")
        case "last": return bars.count > 1 ? Shown.text(bars.last?.name ?? "") : Shown.Nothing()
        case "numbers": return numbers
        default: return nil
        }
    }

    private var most: Int { bars.map(\.value).max() ?? 0 }

    /// What a picture of it would say to somebody who cannot see it.
    private var summary: String {
        guard let first = bars.first, let last = bars.last else { return title }
        return "\(title), \(first.name) to \(last.name), at most \(Figure.text(most)) \(unit); the numbers stand below."
    }

    private var drawn: [DrawnBar] {
        let most = max(1, most)
        return bars.enumerated().map { index, bar in
            // What is more than nothing can be seen.
            let height = bar.value == 0 ? 0 : max(1, bar.value * Self.height / most)
            return DrawnBar(
                name: bar.name, detail: bar.detail, link: bar.link, number: Figure.text(bar.value), unit: unit,
                x: index * Self.step + 1, y: Self.height - height, size: height)
        }
    }

    /// The numbers of bars that stand beside each other, the last first.
    private var numbers: Table {
        Table(
            title, columns: ["From", unit.prefix(1).uppercased() + unit.dropFirst()],
            rows: bars.reversed().filter { $0.value != 0 }.map { .init(cells: [.text($0.name), .number($0.value)]) },
            empty: EmptyState(title: "No \(unit)"))
    }

    /// A bar where it stands in the drawing.
    private struct DrawnBar: PageValue {
        let name: String
        let detail: String
        let link: String
        let number: String
        let unit: String
        let x: Int
        let y: Int
        let size: Int

        func child(named name: String) -> Any? {
            switch name {
            case "name": Shown.text(self.name)
            case "detail": Shown.text(detail)
            case "link": Shown.text(link)
            case "number": number
            case "unit": unit
            case "x": x
            case "y": y
            case "size": size
            default: nil
            }
        }
    }
}
