import * as Catalog from "@candela/catalog/Catalog"
import { MarketData } from "@candela/core/MarketData"
import * as Retry from "@candela/core/Retry"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Bundle from "../../src/commands/doctor/Bundle.js"
import type * as Check from "../../src/commands/doctor/Check.js"
import { examine } from "../../src/commands/doctor/examine.js"
import * as Observer from "../../src/commands/doctor/Observer.js"
import { makeFolder } from "./run.js"

const versions = { candela: "1.2.3", node: "v20.0.0", platform: "linux x64" }

/** Examines a service that answers so. */
const examined = (script: ScriptedTransport.Script, apiKey = "a-key-of-a-test") => {
  const observer = Observer.make()
  return Effect.gen(function* () {
    const { connection } = yield* MarketData
    const checks = yield* examine(observer, { all: false, onProbe: () => Effect.void })
    const bundle = Bundle.text({ versions, connection, at: 0, checks, exchanges: observer.exchanges })
    return { checks, bundle, byName: (name: string) => checks.filter(({ check }) => check === name) }
  }).pipe(
    Effect.provide(
      MarketData.layer({
        baseUrl: "http://service.test",
        apiKey,
        transformClient: observer.wrap,
        retry: Retry.make({ times: 0 }),
      }).pipe(Layer.provide(ScriptedTransport.layer(script))),
    ),
  )
}

const empty = { status: "OK", request_id: "r1", results: [] }

/** A service whose answers have no rows. */
const nothing = (more: object = {}, headers: Record<string, string> = {}) =>
  ScriptedTransport.json({ ...empty, ...more }, { headers })

const bar = { t: 1_748_836_800_000, o: 1, h: 1, l: 1, c: 1, v: 1 }

const hex = (text: string) => Buffer.from(text).toString("hex")
const needless = (text: string) => hex(text).replace(/../g, "%$&")

/** Spellings of a key that are looked for. */
const spellings: ReadonlyArray<(key: string) => string> = [
  String,
  (key) => key.toUpperCase(),
  hex,
  (key) => hex(key).toUpperCase(),
  encodeURIComponent,
  (key) => encodeURIComponent(key).toLowerCase(),
  (key) => new URLSearchParams({ k: key }).toString().slice(2),
  needless,
  (key) => encodeURIComponent(needless(key)),
  (key) => JSON.stringify(key).slice(1, -1),
  (key) => encodeURIComponent(JSON.stringify(key)),
  (key) => hex(key).replace(/../g, "\\u00$&"),
  (key) => hex(key).replace(/../g, "%5Cu00$&"),
  (key) => Buffer.from(key).toString("base64"),
  (key) => Buffer.from(key).toString("base64url"),
]

describe("doctor", () => {
  it.scopedLive("finds the sandbox well, in a line for each check or as JSON", () =>
    Effect.gen(function* () {
      const { fs, path, run } = yield* makeFolder
      // A file that others may read has the name.
      yield* fs.writeFileString(path("report.json"), "", { mode: 0o644 })
      const { code, err, out } = yield* run("doctor --sandbox --format json --bundle @report.json")
      assert.strictEqual(code, 0, err)
      const { checks, ok } = JSON.parse(out) as { readonly ok: boolean; readonly checks: ReadonlyArray<Check.Check> }
      assert.isTrue(ok)
      assert.deepStrictEqual(
        checks.map(({ check, status }) => `${check} ${status}`),
        [
          ...["versions", "connection", "service", "key", "clock"],
          ...Catalog.services.map(({ name }) => name),
          ...["history", "schemas"],
        ].map((check) => `${check} ok`),
      )
      assert.strictEqual((yield* fs.stat(path("report.json"))).mode & 0o777, 0o600)
      const bundle = JSON.parse(yield* fs.readFileString(path("report.json"))) as {
        readonly versions: object
        readonly requests: ReadonlyArray<{
          readonly endpoint: string
          readonly status: number
          readonly answer: string
        }>
      }
      assert.hasAllKeys(bundle.versions, ["candela", "node", "platform"])
      assert.isAtLeast(bundle.requests.length, 9)
      for (const { answer, endpoint, status } of bundle.requests) {
        assert.strictEqual(status, 200, endpoint)
        assert.match(answer, /^[{[]/, endpoint)
      }
    }),
  )

  it.scopedLive("fails where nothing says where to connect, or nothing listens there", () =>
    Effect.gen(function* () {
      const { fs, path, run } = yield* makeFolder
      const nowhere = yield* run("doctor")
      assert.strictEqual(nowhere.code, 1)
      assert.match(nowhere.out, /^failure +connection +Say where to connect/m)
      const variables = { MARKET_DATA_API_KEY: "a-key-that-nobody-may-see" }
      const bad = yield* run("doctor --bundle @bad.json --profile a-key-that-nobody-may-see", [], {
        variables,
      })
      assert.strictEqual(bad.code, 1)
      assert.notInclude(yield* fs.readFileString(path("bad.json")), "nobody-may-see")
    }),
  )

  it.effect("names a refused key, and asks nothing more", () =>
    Effect.gen(function* () {
      const refused = ScriptedTransport.json({ status: "ERROR", error: "Unknown API Key" }, { status: 401 })
      const { byName, checks } = yield* examined([refused])
      assert.deepStrictEqual(
        checks.map(({ check, status }) => [check, status]),
        [
          ["service", "ok"],
          ["clock", "ok"],
          ["key", "failure"],
        ],
      )
      assert.include(byName("key")[0]!.detail, "the service refused the key")
      const page = ScriptedTransport.text("<html>Sign in</html>", { headers: { "content-type": "text/html" } })
      const elsewhere = yield* examined([page, page, page, page, page, page])
      assert.deepStrictEqual(
        elsewhere.checks.map(({ check, status }) => [check, status]),
        [["service", "failure"]],
      )
      const other = ScriptedTransport.json({ hello: "world" })
      const { checks: found } = yield* examined(() => other)
      assert.deepStrictEqual(
        found.map(({ check, status }) => [check, status]),
        [["service", "failure"]],
      )
    }),
  )

  it.effect("compares the clock, and tells late data and the reach of the plan's history", () =>
    Effect.gen(function* () {
      const date = { date: "Thu, 01 Jan 1970 00:02:00 GMT" }
      const { byName: ofSandbox } = yield* examined(() => nothing({}, { ...date, server: "candela-sandbox" }))
      assert.deepInclude(ofSandbox("clock")[0], { status: "ok" })
      assert.include(ofSandbox("clock")[0]!.detail, "that of the sandbox is Thu, 01 Jan 1970 00:02:00 GMT")
      const { byName, checks } = yield* examined(({ url }) => {
        if (url.pathname.startsWith("/v2/aggs/ticker/C:"))
          return ScriptedTransport.json({ status: "NOT_AUTHORIZED", message: "Upgrade your plan." }, { status: 403 })
        const from = Date.parse(url.pathname.split("/").at(-2) ?? "")
        // By the clock of the test it is 1970.
        return from < Date.parse("1967-01-01")
          ? ScriptedTransport.json({ status: "NOT_AUTHORIZED", message: "Two years." }, { status: 403 })
          : nothing({ status: "DELAYED" }, date)
      })
      assert.deepStrictEqual(
        byName("clock").map(({ status }) => status),
        ["warning"],
      )
      assert.include(byName("clock")[0]!.detail, "120.5 s behind the service's")
      assert.include(byName("stocks")[0]!.detail, "the plan's data are delayed")
      assert.strictEqual(byName("forex")[0]!.status, "warning")
      assert.include(byName("forex")[0]!.detail, "Upgrade your plan.")
      assert.match(byName("history")[0]!.detail, /^2 years of daily bars, not more\. .*Two years\./)
      assert.isFalse(checks.some(({ status }) => status === "failure"))
    }),
  )

  it.effect("names fields that no schema knows, and rows that do not decode", () =>
    Effect.gen(function* () {
      const { byName } = yield* examined(({ url }) =>
        url.pathname.startsWith("/v2/aggs/ticker/AAPL")
          ? nothing({
              results: [
                { ...bar, zz: 1 },
                { ...bar, t: bar.t + 1, c: "x" },
              ],
            })
          : nothing(),
      )
      assert.include(byName("stocks")[0]!.detail, "1 of 2 rows do not decode. Row 1: results[1].c should be")
      assert.strictEqual(byName("stocks")[0]!.status, "failure")
      assert.strictEqual(byName("schemas")[0]!.status, "warning")
      assert.include(byName("schemas")[0]!.detail, `stocks.bars: field "results.zz"`)
    }),
  )

  it.effect("writes no key into its report, in whatever spelling the service repeats it", () =>
    Effect.gen(function* () {
      for (const key of ["sk/3d7f61/b2c0ffee+distinctive==", "0123456789abcdefghij-distinctive"]) {
        const spelled = spellings.map((spell) => spell(key))
        // An answer of which the beginning alone is kept, cut within a key.
        const note = [...spelled, "x".repeat(7_500), key.repeat(40)]
        const { bundle } = yield* examined(
          ({ index }) =>
            index % 3 === 1
              ? ScriptedTransport.json({ status: "ERROR", error: spelled.join(" ") }, { status: 409 })
              : nothing({ note, [key]: 1, request_id: key }, { "x-request-id": encodeURIComponent(key) }),
          key,
        )
        assert.include(bundle, "<redacted>")
        for (const spelling of [...spelled, ...spelled.map((spelling) => JSON.stringify(spelling).slice(1, -1))]) {
          assert.notInclude(bundle.toLowerCase(), spelling.toLowerCase())
          // Half of a key is too much.
          assert.notInclude(bundle.toLowerCase(), spelling.slice(0, 16).toLowerCase())
        }
      }
    }),
  )
})
