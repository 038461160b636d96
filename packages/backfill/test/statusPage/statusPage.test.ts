import { Backfill, Database, StatusPage } from "@candela/backfill"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { request } from "node:http"
import * as Support from "../support.js"
import * as Plans from "./plans.js"

/** A database in memory of its own. */
const database = Layer.unwrapScoped(
  Effect.map(Support.folder, (folder) => Database.sqlite(`${folder}/backfill.db`)),
).pipe(Layer.provide(NodeContext.layer))

const page = StatusPage.layer().pipe(Layer.provideMerge(database))

/** The page of a database with plans. */
const withPlans = Layer.effectDiscard(Plans.write).pipe(Layer.provideMerge(page))

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** What the page answers, also to a `Host` that a browser was led here by. */
const get = (path: string, options: { readonly host?: string; readonly method?: string } = {}) =>
  Effect.flatMap(StatusPage, ({ url }) =>
    Effect.async<Answer>((resume) => {
      const { host, method = "GET" } = options
      const sent = request(url, { path, method, agent: false, ...(host && { headers: { host } }) }, (response) => {
        let body = ""
        response.on("data", (chunk) => (body += String(chunk)))
        response.on("end", () =>
          resume(Effect.succeed({ status: response.statusCode!, headers: response.headers, body })),
        )
      })
      sent.on("error", (error) => resume(Effect.die(error)))
      sent.end()
    }),
  )

layer(page)("the status page of a database without plans", (it) => {
  it.effect("says so, and shows the first one when it is there", () =>
    Effect.gen(function* () {
      const none = yield* get("/")
      assert.strictEqual(none.status, 404)
      assert.include(none.body, "No plan yet")
      yield* Plans.write
      // However many people look, the database is asked once a second.
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual((yield* get("/")).status, 200)
    }),
  )
})

layer(withPlans)("the status page", (it) => {
  it.effect("shows the last plan, or the one that is asked for", () =>
    Effect.gen(function* () {
      const { body, headers, status } = yield* get("/")
      assert.strictEqual(status, 200)
      for (const text of [
        `<title>45% · plan ${Plans.plan} · Candela backfill</title>`,
        "stocks, bars of a minute, 2024-01-01 to 2024-12-31, 120 tickers",
        "648 of 1,440",
        "Waiting: 792",
        "14,814,720",
        "13,522",
        "15 min 32 s",
        "atlas/4711/1732550000000",
        "Silent",
        "1 min 35 s ago",
        "Set aside",
        "And 40 others",
      ]) {
        assert.include(body, text)
      }
      assert.strictEqual(headers["content-type"], "text/html; charset=utf-8")
      const other = yield* get("/?plan=0cc175b9c0f1")
      assert.include(other.body, "bars of a day")
      assert.include(other.body, "Paused")
      const unknown = yield* get("/?plan=%3Cb%3E")
      assert.strictEqual(unknown.status, 404)
      assert.include(unknown.body, "plan &lt;b&gt;: this database has no such plan")
    }),
  )

  it.effect("escapes what failures say, and lets a browser load its own files alone", () =>
    Effect.gen(function* () {
      const { body, headers } = yield* get("/")
      assert.notInclude(body, "<img")
      assert.include(body, "&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; no JSON")
      const policy = String(headers["content-security-policy"])
      for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]) {
        assert.include(policy.split("; "), part)
      }
      assert.notMatch(policy, /unsafe|\*|http|data:/)
      assert.notMatch(body, / style="| on\w+="|<script>|javascript:/)
      for (const [path, type] of [
        ["/page.css", "text/css; charset=utf-8"],
        ["/page.js", "text/javascript; charset=utf-8"],
        ["/icon.svg", "image/svg+xml"],
      ]) {
        assert.deepInclude((yield* get(path!)).headers, { "content-type": type, "x-content-type-options": "nosniff" })
      }
      assert.strictEqual((yield* get("/other")).status, 404)
      assert.strictEqual((yield* get("//")).status, 404)
      assert.strictEqual((yield* get("/", { method: "POST" })).status, 405)
    }),
  )

  it.effect("answers for this machine's own names alone", () =>
    Effect.gen(function* () {
      for (const host of ["attacker.test", "attacker.test:80", "127.0.0.1.attacker.test", "a b"]) {
        const { body, status } = yield* get("/status.json", { host })
        assert.strictEqual(status >= 400, true, host)
        assert.notInclude(body, Plans.plan)
      }
      for (const host of ["localhost:1234", "127.0.0.1", "[::1]:80", "status.localhost"]) {
        assert.strictEqual((yield* get("/", { host })).status, 200, host)
      }
    }),
  )

  it.effect("gives the same as data, with all failures", () =>
    Effect.gen(function* () {
      const { body, headers } = yield* get("/status.json")
      assert.strictEqual(headers["content-type"], "application/json")
      const value = JSON.parse(body) as Record<string, unknown>
      assert.deepInclude(value, { plan: Plans.plan, state: "open", tickers: 120, rows: 14_814_720 })
      assert.lengthOf(value["failures"] as ReadonlyArray<unknown>, 60)
      assert.closeTo(value["seconds_left"] as number, 792 / 0.85, 1e-6)
      assert.strictEqual((yield* Backfill.failures(Plans.plan, { limit: 7 })).length, 7)
      const missing = yield* get("/status.json?plan=nothing")
      assert.deepStrictEqual(
        [missing.status, JSON.parse(missing.body)],
        [404, { error: "plan", message: "plan nothing: this database has no such plan: make it first" }],
      )
    }),
  )

  it.effect("refuses a port that is in use", () =>
    Effect.gen(function* () {
      const port = Number(new URL((yield* StatusPage).url).port)
      const error = yield* Effect.flip(Layer.build(StatusPage.layer({ port })))
      assert.strictEqual(
        error.message,
        `port ${port} of 127.0.0.1 is in use: choose another one for the status page, or 0 for a free one`,
      )
    }).pipe(Effect.scoped),
  )
})
