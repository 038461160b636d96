import * as ErrorResponse from "@candela/core/internal/ErrorResponse"
import {
  BadResolution,
  Conflict,
  NotFound,
  RateLimited,
  ServiceError,
  Unauthorized,
  type AnswerError,
} from "@candela/core/MarketDataError"
import { assert, describe, it } from "@effect/vitest"
import { Duration, FastCheck as fc } from "effect"
import { runs, seeded } from "@candela/support/seeded"

const endpoint = "test.status"

const read = (
  status: number,
  body: unknown,
  options: { readonly headers?: Record<string, string>; readonly resolution?: string; readonly now?: number } = {},
): AnswerError =>
  ErrorResponse.toError(
    { status, headers: options.headers ?? {}, body: typeof body === "string" ? body : JSON.stringify(body) },
    { endpoint, resolution: options.resolution, now: options.now ?? 0 },
  )

const error = (words: string) => ({ status: "ERROR", request_id: "r1", error: words })

describe("ErrorResponse.toError", () => {
  it("reads the bodies that the service sends", () => {
    const common = { endpoint, requestId: "r1" }
    for (const [status, body, expected] of [
      [
        401,
        error("Unknown API Key"),
        new Unauthorized({ ...common, status: 401, reason: "UnknownKey", detail: "Unknown API Key" }),
      ],
      [
        401,
        error("API Key was not provided"),
        new Unauthorized({ ...common, status: 401, reason: "MissingKey", detail: "API Key was not provided" }),
      ],
      [
        403,
        { status: "NOT_AUTHORIZED", request_id: "r1", message: "You are not entitled to this data." },
        new Unauthorized({
          ...common,
          status: 403,
          reason: "NotEntitled",
          detail: "You are not entitled to this data.",
        }),
      ],
      [
        404,
        { status: "NOT_FOUND", request_id: "r1", message: "Data not found." },
        new NotFound({ ...common, status: 404, detail: "Data not found." }),
      ],
      [400, error("bad limit"), new Conflict({ ...common, status: 400, detail: "bad limit" })],
      [409, error("bad limit"), new Conflict({ ...common, status: 409, detail: "bad limit" })],
      [429, error("too many"), new RateLimited({ ...common, status: 429, detail: "too many" })],
      [408, error("slow"), new ServiceError({ ...common, status: 408, detail: "slow" })],
      [500, error("oops"), new ServiceError({ ...common, status: 500, detail: "oops" })],
      [418, error("teapot"), new ServiceError({ ...common, status: 418, detail: "teapot" })],
      [304, "", new ServiceError({ endpoint, status: 304, detail: "" })],
    ] as const) {
      assert.deepStrictEqual(read(status, body), expected)
    }
  })

  it("keeps the status and the text of a body that it cannot read", () => {
    assert.deepStrictEqual(
      read(502, "<html><h1>Bad Gateway</h1></html>\n"),
      new ServiceError({ endpoint, status: 502, detail: "<html><h1>Bad Gateway</h1></html>" }),
    )
    assert.deepStrictEqual(
      read(404, "404 page not found"),
      new ServiceError({ endpoint, status: 404, detail: "404 page not found", foreign: true }),
    )
    assert.deepStrictEqual(read(429, ""), new RateLimited({ endpoint, status: 429, detail: "" }))
    for (const body of [`"Forbidden"`, `["no"]`, `{"detail":"no"}`, "null", "7", `{"status":"ERR`]) {
      assert.strictEqual(read(403, body).detail, body)
    }
    assert.strictEqual(read(500, { status: "ERROR" }).detail, "")
    assert.strictEqual(read(500, "x".repeat(10_000)).detail.length, 500)
    assert.strictEqual(read(500, error("x".repeat(10_000))).detail.length, 500)
  })

  it("reads HTML, and JSON without the service's fields, as another's below 500, whatever the status says", () => {
    const html = { "content-type": "text/html; charset=utf-8" }
    const foreign = [
      ["<html><h1>404 Not Found</h1></html>", {}],
      ["\n <?xml version='1.0'?><Error/>", {}],
      ["", html],
      ["no such page", html],
      [`{"detail":"Not Found"}`, {}],
      [`{"timestamp":"2025-01-01","status":404,"error":"Not Found","path":"/v3"}`, {}],
      ["[]", {}],
      [`"Forbidden"`, {}],
    ] as const
    for (const [body, headers] of foreign) {
      for (const status of [400, 401, 403, 404, 409, 429]) {
        assert.deepInclude(read(status, body, { headers }), { _tag: "ServiceError", status, foreign: true }, body)
      }
      assert.notProperty(read(502, body, { headers }), "foreign")
    }
  })

  it("reads a 404 as NotFound where it has a mark of the service, and as another's where the path itself is unknown", () => {
    const text = { "content-type": "text/plain" }
    const marked = { ...text, "x-request-id": "r" }
    for (const [body, headers] of [
      [`{"request_id":"r"}`, text],
      [`{"status":"NOT_FOUND"}`, text],
      [`{"message":"no"}`, marked],
      [`{"status":"ERR`, marked],
      ["Ticker not found", marked],
      ["", marked],
    ] as const) {
      assert.strictEqual(read(404, body, { headers })._tag, "NotFound", body)
    }
    for (const [body, headers] of [
      ["404 page not found", text],
      ["404 page not found", marked],
      ["Not Found", text],
      ["", text],
      [`{"message":"no Route matched with those values"}`, text],
      [`{"status":"NOT_FOUND","request_id":"r","message":"404 page not found: there is no endpoint at /v2/v2."}`, text],
      [`{"error":"Not Found","message":"Cannot GET /v2/v2"}`, text],
    ] as const) {
      assert.deepInclude(read(404, body, { headers }), { _tag: "ServiceError", status: 404, foreign: true }, body)
    }
  })

  it("keeps error and message, where a body has both", () => {
    assert.strictEqual(
      read(409, { error: "BadRequest", message: "limit is too large" }).detail,
      "BadRequest: limit is too large",
    )
    assert.strictEqual(read(409, { error: "the same", message: "the same" }).detail, "the same")
    assert.strictEqual(read(409, { error: "", message: 7 }).detail, "7")
  })

  it("names the parameters of what is not found", () => {
    const response = { status: 404, headers: {}, body: JSON.stringify({ status: "NOT_FOUND" }) }
    assert.strictEqual(
      ErrorResponse.toError(response, { endpoint, now: 0, parameters: "stocksTicker and date" }).message,
      "test.status: not found (404, no request id). Check stocksTicker and date (case-sensitive).",
    )
  })

  it("finds the request's id in the body, or in the header", () => {
    const headers = { "x-request-id": "from-header" }
    assert.strictEqual(read(404, error("x"), { headers }).requestId, "r1")
    assert.strictEqual(read(404, "plain", { headers }).requestId, "from-header")
    assert.strictEqual(read(404, { request_id: 17 }).requestId, "17")
    assert.notProperty(read(409, "plain"), "requestId")
  })

  it("reads a 400 as BadResolution where the endpoint takes a resolution, and the text names that parameter or says nothing", () => {
    for (const resolution of ["resolution", "candleSize"]) {
      for (const body of [error(`unsupported ${resolution}: 60min`), error(`Bad ${resolution.toUpperCase()}`)]) {
        assert.strictEqual(read(400, body, { resolution })._tag, "BadResolution")
        assert.strictEqual(read(400, body)._tag, "Conflict")
        assert.strictEqual(read(409, body, { resolution })._tag, "Conflict")
      }
      for (const body of [error(""), "plain text", ""]) {
        assert.strictEqual(read(400, body, { resolution })._tag, "BadResolution")
        assert.strictEqual(read(400, body)._tag, "Conflict")
      }
      assert.strictEqual(read(400, error("bad limit"), { resolution })._tag, "Conflict")
    }
    assert.strictEqual(read(400, error("unsupported resolution"), { resolution: "candleSize" })._tag, "Conflict")
  })

  it("reads a 200 that says that it failed", () => {
    assert.strictEqual(read(200, { status: "NOT_FOUND", message: "no" })._tag, "NotFound")
    assert.strictEqual(read(200, { status: "ERROR", error: "no" })._tag, "ServiceError")
    assert.deepInclude(read(200, { status: "NOT_AUTHORIZED", message: "no" }), {
      _tag: "Unauthorized",
      reason: "NotEntitled",
    })
  })

  it("reads Retry-After where it says when to come back, and nowhere else", () => {
    const headers = { "retry-after": "7" }
    for (const status of [429, 503]) {
      assert.deepStrictEqual(
        (read(status, "", { headers }) as RateLimited | ServiceError).retryAfter,
        Duration.seconds(7),
      )
    }
    for (const status of [401, 404, 409]) assert.notProperty(read(status, error(""), { headers }), "retryAfter")
  })
})

describe("ErrorResponse.retryAfter", () => {
  it("reads seconds", () => {
    assert.deepStrictEqual(ErrorResponse.retryAfter("120", 0), Duration.seconds(120))
    assert.deepStrictEqual(ErrorResponse.retryAfter(" 0 ", 0), Duration.zero)
    assert.deepStrictEqual(ErrorResponse.retryAfter("1.5", 0), Duration.millis(1500))
  })

  it("reads an HTTP date, from the given time on", () => {
    const date = "Wed, 31 Jan 2024 00:00:30 GMT"
    assert.deepStrictEqual(ErrorResponse.retryAfter(date, Date.UTC(2024, 0, 31)), Duration.seconds(30))
    assert.deepStrictEqual(ErrorResponse.retryAfter(date, Date.UTC(2024, 1, 1)), Duration.zero)
  })

  it("takes nothing for nothing", () => {
    for (const header of [undefined, "", "soon", "NaN", "-1", "+3", "1,5", "1;2", "2024-01-31", "3 s"])
      assert.isUndefined(ErrorResponse.retryAfter(header, 0), header)
  })
})

describe("the failures of a 200", () => {
  const inBody = (body: string) => ErrorResponse.errorInBody({ status: 200, headers: {}, body }, { endpoint, now: 0 })

  it("are ERROR, NOT_FOUND and NOT_AUTHORIZED, and no other word", () => {
    for (const word of ["ERROR", "NOT_FOUND", "NOT_AUTHORIZED"]) {
      assert.isTrue(ErrorResponse.isFailureWord(word))
      assert.isDefined(inBody(JSON.stringify({ status: word })))
    }
    for (const word of ["OK", "DELAYED", "success", "", undefined, null, 0]) {
      assert.isFalse(ErrorResponse.isFailureWord(word))
      assert.isUndefined(inBody(JSON.stringify({ status: word })))
    }
    assert.isUndefined(inBody("<html>"))
  })
})

describe("the table, both ways", () => {
  const words = fc.string({ unit: "binary", maxLength: 500 })
  const id = fc.string({ minLength: 1, maxLength: 32 })
  const fields = <S extends number>(status: fc.Arbitrary<S>, detail = words) =>
    fc.record({ endpoint: fc.constant(endpoint), status, requestId: id, detail })
  const wait = fc.option(fc.integer({ min: 0, max: 1_000_000 }).map(Duration.seconds), { nil: undefined })
  const withWait = <A extends object>(of: fc.Arbitrary<A>) =>
    fc.tuple(of, wait).map(([fields, retryAfter]) => (retryAfter === undefined ? fields : { ...fields, retryAfter }))
  const isMissing = (detail: string) => /not provided/i.test(detail)

  const answers: fc.Arbitrary<AnswerError> = fc.oneof(
    fields(fc.constant(401)).map(
      (fields) => new Unauthorized({ ...fields, reason: isMissing(fields.detail) ? "MissingKey" : "UnknownKey" }),
    ),
    fields(
      fc.constant(401),
      words.map((text) => `not provided ${text}`.slice(0, 500)),
    ).map((fields) => new Unauthorized({ ...fields, reason: "MissingKey" })),
    fields(fc.constant(403)).map((fields) => new Unauthorized({ ...fields, reason: "NotEntitled" })),
    fields(fc.constant(404)).map((fields) => new NotFound(fields)),
    fields(fc.constant(409)).map((fields) => new Conflict(fields)),
    fields(
      fc.constant(400),
      words.map((text) => `resolution ${text}`.slice(0, 500)),
    ).map((fields) => new BadResolution(fields)),
    withWait(fields(fc.constant(429))).map((fields) => new RateLimited(fields)),
    withWait(fields(fc.constantFrom(405, 408, 500, 502, 503))).map((fields) => new ServiceError(fields)),
  )

  it.prop(
    "an error becomes the response that becomes the error",
    [answers],
    ([answer]) => {
      const response = ErrorResponse.toResponse(answer, answer.requestId ?? "")
      assert.deepStrictEqual(ErrorResponse.toError(response, { endpoint, resolution: "resolution", now: 0 }), answer)
    },
    { fastCheck: { ...seeded.fastCheck, numRuns: runs(2000) } },
  )

  it("gives an error that names no status the status of its kind", () => {
    const bare = { endpoint, detail: "" }
    for (const [answer, status] of [
      [new Unauthorized({ ...bare, reason: "MissingKey" }), 401],
      [new Unauthorized({ ...bare, reason: "NotEntitled" }), 403],
      [new BadResolution(bare), 400],
      [new ServiceError(bare), 500],
    ] as const) {
      assert.strictEqual(ErrorResponse.toResponse(answer, "r1").status, status)
    }
  })

  it("writes the service's own bodies", () => {
    const response = ErrorResponse.toResponse(new NotFound({ endpoint, detail: "Data not found." }), "r1")
    assert.deepStrictEqual(response, {
      status: 404,
      headers: { "content-type": "application/json", "x-request-id": "r1" },
      body: `{"status":"NOT_FOUND","request_id":"r1","message":"Data not found."}`,
    })
    const wait = Duration.millis(1200)
    const limited = ErrorResponse.toResponse(new RateLimited({ endpoint, detail: "slow down", retryAfter: wait }), "r2")
    assert.strictEqual(limited.headers["retry-after"], "2")
    assert.strictEqual(limited.body, `{"status":"ERROR","request_id":"r2","error":"slow down"}`)
  })
})
