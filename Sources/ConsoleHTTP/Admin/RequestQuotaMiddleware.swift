import ConsoleModel
import ConsolePlatform
import HTTPTypes
import Hummingbird

/// Counts a request of an administrator, and reports in its answer how much of the quota is left (AdminAPI, "Quota").
struct RequestQuotaMiddleware: RouterMiddleware {
    typealias Context = AdminRequestContext

    let quota: RequestQuota

    func handle(
        _ request: Request, context: AdminRequestContext,
        next: (Request, AdminRequestContext) async throws -> Response
    ) async throws -> Response {
        guard let account = context.identity.credential.quotaAccount else { return try await next(request, context) }
        let (figures, isExceeded) = quota.count(account)
        return try await figures.told {
            guard !isExceeded else {
                let seconds = quota.secondsLeft
                throw ConsoleError(
                    .tooManyRequests,
                    "The \(figures.limit) requests of this day are used up; the next day begins in \(seconds) seconds.",
                    headers: ["Retry-After": "\(seconds)"])
            }
            return try await next(request, context)
        }
    }
}

/// Reports figures to unknown callers as well, because clients read them in every answer.
struct RequestQuotaHeaders: RouterMiddleware {
    typealias Context = AdminContext

    let quota: RequestQuota

    func handle(
        _ request: Request, context: AdminContext, next: (Request, AdminContext) async throws -> Response
    ) async throws -> Response {
        try await quota.unused.told { try await next(request, context) }
    }
}

extension RequestQuota.Figures {
    /// An answer, or a refusal, with these figures unless it has others.
    fileprivate func told(_ answer: () async throws -> Response) async throws -> Response {
        let fields: [(HTTPField.Name, Int64)] = [
            (.rateLimit, Int64(limit)), (.rateLimitRemaining, Int64(remaining)), (.rateLimitReset, reset),
        ]
        do {
            var response = try await answer()
            for (name, value) in fields where response.headers[name] == nil { response.headers[name] = "\(value)" }
            return response
        } catch var error as ConsoleError {
            for (name, value) in fields where error.headers[name.canonicalName] == nil {
                error.headers[name.canonicalName] = "\(value)"
            }
            throw error
        }
    }
}
