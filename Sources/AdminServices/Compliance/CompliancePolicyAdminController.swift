import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Compliance rules as a real console lists its policies (AdminDeviceDetails, "Compliance policies").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/mdm/compliancepolicy/search` | a page of policies; 204 without one |
/// | GET | `/api/mdm/compliancepolicies` | the same in camel case, possibly empty |
struct CompliancePolicyAdminController {
    let store: ComplianceRuleStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.get("/api/mdm/compliancepolicy/search", search)
        routes.get("/api/mdm/compliancepolicies", list)
    }

    @Sendable private func search(_ call: AdminCall) async throws -> AdminAnswer {
        let page = try await policies(call)
        return .list(
            AdminList("CompliancePolicy", try page.map(CompliancePolicyBody.init)), root: "CompliancePolicySearchResult"
        )
    }

    @Sendable private func list(_ call: AdminCall) async throws -> AdminAnswer {
        .body(try CompliancePolicyPageBody(try await policies(call)), root: "CompliancePolicies")
    }

    private func policies(_ call: AdminCall) async throws -> Page<CompliancePolicy> {
        try await store.policies(CompliancePolicySearch(call.query), call.page(), for: call.identity)
    }
}
