-- Sends one request over and over and reports the figures as one line.
--
-- BENCH_METHOD is the method, BENCH_HEADERS a file with one header a line, BENCH_BODY a file with the body or empty.

wrk.method = os.getenv("BENCH_METHOD")
for line in io.lines(os.getenv("BENCH_HEADERS")) do
    local name, value = line:match("^([^:]+): (.*)$")
    wrk.headers[name] = value
end
local path = os.getenv("BENCH_BODY")
if path and path ~= "" then
    local file = io.open(path, "rb")
    wrk.body = file:read("*a")
    file:close()
end

-- Requests per second; median, 95th and 99th percentile in milliseconds; answers of 400 and above; lost connections.
function done(summary, latency, requests)
    local errors = summary.errors
    io.write(string.format("BENCH %.0f %.2f %.2f %.2f %d %d\n",
        summary.requests / (summary.duration / 1e6),
        latency:percentile(50) / 1e3, latency:percentile(95) / 1e3, latency:percentile(99) / 1e3,
        errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
