import ConsolePlatform

/// What to write in place of a word that is not known here: names that members had, and those that WireMock and
/// MockServer give them (ComingFromWireMock).
enum WordHints {
    /// New names by the ones they had before a unit stood in them, or before they were the same everywhere.
    private static let renamed = [
        "timeout": "timeoutSeconds", "ttl": "ttlSeconds", "latency": "latencyMilliseconds",
        "retryAfter": "retryAfterSeconds", "bundle": "bundleId", "bundleIdentifier": "bundleId",
    ]

    /// What is here in place of words of WireMock.
    private static let others = [
        "url": "target, path and query as they were sent", "urlPattern": "target with matches",
        "urlPath": "path", "urlPathPattern": "path with matches", "urlPathTemplate": "route",
        "queryParameters": "query", "queryStringParameters": "query", "headers": "header in a matcher",
        "cookies": "cookie", "formParameters": "form",
        "bodyPatterns": "body, json, plist or xml", "pathParameters": "path with a star for each",
        "clientIp": "address", "request": "match", "httpRequest": "match", "response": "action",
        "httpResponse": "action", "mapping": "a fault", "mappings": "a list of faults, each posted by itself",
        "priority": "the order of posting: of several faults, and of several scenarios, the one posted last acts",
        "scenarioName": "name of a scenario (POST /_mock/scenarios)",
        "requiredScenarioState": "a state of a scenario (POST /_mock/scenarios)",
        "newScenarioState": "a move of a scenario (POST /_mock/scenarios)",
        "statusCode": "status", "jsonBody": "json", "base64Body": "base64", "bodyFileName": "body",
        "fixedDelayMilliseconds": "latencyMilliseconds", "delay": "latencyMilliseconds",
        "delayDistribution": "latencyMilliseconds with from and to, or with median and sigma",
        "chunkedDribbleDelay": "slowBody", "fault": "drop or malformedBody in an action",
        "dropConnection": "drop", "remainingTimes": "times", "timeToLive": "seconds",
        "equalTo": "equals", "equalToJson": "json with a path and equals", "equalToXml": "xml with a path and equals",
        "matchesJsonPath": "json with a path", "matchesXPath": "xml with a path", "doesNotMatch": "not with matches",
        "doesNotContain": "not with contains", "caseInsensitive": "ignoringCase", "hasExactly": "values",
        "includes": "contains", "binaryEqualTo": "bodyBase64", "and": "allOf", "or": "anyOf",
        "basicAuth": "administrator", "basicAuthCredentials": "administrator", "count": "exactly",
    ]

    /// What to add to a refusal of a word: a blank and a sentence, or nothing.
    ///
    /// - Parameters:
    ///   - word: What was written.
    ///   - known: What would have been accepted.
    /// - Returns: The sentence.
    static func sentence(for word: String, among known: [String]) -> String {
        // What differs in letter case alone is a slip, whatever it is called elsewhere.
        let wanted = word.lowercased()
        if let same = known.first(where: { $0.lowercased() == wanted }) { return " Did you mean \(same)?" }
        if let new = renamed.first(where: { $0.key.lowercased() == wanted })?.value, known.contains(new) {
            return " It is called \(new)."
        }
        if let other = others.first(where: { $0.key.lowercased() == wanted }) {
            return " What WireMock calls \(other.key) is here \(other.value)."
        }
        return Spelling.question(word, among: known)
    }
}
