/// Languages of organization groups: the code that is kept, and the name clients read and write.
enum GroupLocale {
    /// Names by code, as consoles show them.
    private static let names = [
        "en-US": "English (United States)", "en-GB": "English (United Kingdom)", "de-DE": "German (Germany)",
        "fr-FR": "French (France)", "es-ES": "Spanish (Spain)", "it-IT": "Italian (Italy)",
        "nl-NL": "Dutch (Netherlands)", "pl-PL": "Polish (Poland)", "pt-BR": "Portuguese (Brazil)",
        "ru-RU": "Russian (Russia)", "sv-SE": "Swedish (Sweden)", "tr-TR": "Turkish (Turkey)",
        "cs-CZ": "Czech (Czechia)", "da-DK": "Danish (Denmark)", "ja-JP": "Japanese (Japan)",
        "ko-KR": "Korean (Korea)", "zh-CN": "Chinese (Simplified)", "zh-TW": "Chinese (Traditional)",
    ]
    private static let codes = Dictionary(names.map { ($0.value.lowercased(), $0.key) }) { first, _ in first }

    /// The name of a code; the code itself if it has none.
    static func name(of code: String) -> String { names[code] ?? code }

    /// The code for a client's name or code; an unknown one is kept as it is.
    static func code(of text: String) -> String {
        codes[text.lowercased()] ?? names.keys.first { $0.lowercased() == text.lowercased() } ?? text
    }
}
