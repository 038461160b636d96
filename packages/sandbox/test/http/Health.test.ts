import * as Dataset from "@candela/sandbox/dataset/Dataset"
import type { Health } from "@candela/sandbox/http/Health"
import { Sandbox } from "@candela/sandbox/Sandbox"
import { version } from "@candela/sandbox/Package"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { directory } from "../contract/support.js"

const temporaryDirectory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "candela-health-"))),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true })),
)

/** A present so early that a few days are all there is. */
const now = Date.parse("2023-07-10T20:00:00Z")
const early = { now }

const inProcess = (options: Sandbox.Options) =>
  Effect.flatMap(HttpClient.HttpClient, (client) => client.get("http://in.process/health")).pipe(
    Effect.provide(Sandbox.layerHttpClient(options)),
  )

const overSocket = (options: Sandbox.ServerOptions) =>
  Effect.gen(function* () {
    const { baseUrl } = yield* Sandbox
    const client = yield* HttpClient.HttpClient
    return yield* client.get(`${baseUrl}/health`, { headers: { origin: "http://localhost:5173" } })
  }).pipe(Effect.provide(Layer.merge(Sandbox.layerServer(options), FetchHttpClient.layer)))

const healthOf = (options: Sandbox.Options) =>
  Effect.scoped(
    Effect.flatMap(inProcess(options), (response) => Effect.map(response.json, (json) => json as unknown as Health)),
  )

/** What the tables of a data set hold, counted one by one as whoever reads them would. */
const counted = (options: Dataset.Options) =>
  Effect.gen(function* () {
    const { store } = yield* Dataset.open(yield* Dataset.make("small", options))
    const tables = yield* store.query<{ readonly table_name: string }>(
      "SELECT table_name FROM information_schema.tables WHERE table_name <> 'meta' ORDER BY table_name",
    )
    const counts = yield* Effect.forEach(tables, ({ table_name: name }) =>
      Effect.map(store.query(`SELECT 1 FROM "${name}"`), ({ length }) => [name, length] as const),
    )
    return Object.fromEntries(counts)
  }).pipe(Effect.scoped)

describe("the sandbox's health", () => {
  it.scopedLive("says what is served, without a key, in process and over a socket", () =>
    Effect.gen(function* () {
      const tables = yield* counted({ ...early, directory })
      assert.isAbove(tables["dividends"]!, 0)
      assert.isAbove(tables["day_bars"]!, tables["tickers"]!)
      const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8")
      assert.strictEqual(version(), (JSON.parse(manifest) as { readonly version: string }).version)
      const cors = "http://localhost:5173"
      for (const response of [yield* inProcess(early), yield* overSocket({ ...early, cors })]) {
        assert.strictEqual(response.status, 200)
        assert.strictEqual(response.headers["content-type"], "application/json")
        assert.match(response.headers["x-request-id"]!, /^[0-9a-f]{32}$/)
        const health = yield* response.json
        assert.deepStrictEqual(health, {
          status: "ready",
          version: version(),
          dataset: "small",
          seed: 1,
          now: "2023-07-10T20:00:00.000Z",
          clock: "fixed",
          imported: [],
          tables,
        })
        assert.deepStrictEqual(Object.keys((health as unknown as Health).tables), Object.keys(tables))
      }
      assert.strictEqual((yield* overSocket({ ...early, cors })).headers["access-control-allow-origin"], cors)
    }),
  )

  it.effect("tells the seed, and the time of a clock that runs", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const client = yield* HttpClient.HttpClient
      const ask = Effect.flatMap(client.get("http://in.process/health"), ({ json }) => json) as Effect.Effect<Health>
      const first = yield* ask
      assert.deepStrictEqual([first.clock, first.now, first.seed], ["wall", "2023-07-10T20:00:00.000Z", 7])
      yield* TestClock.adjust("90 seconds")
      assert.strictEqual((yield* ask).now, "2023-07-10T20:01:30.000Z")
    }).pipe(
      Effect.provide(
        Layer.unwrapEffect(Effect.as(TestClock.setTime(now), Sandbox.layerHttpClient({ seed: 7, now: "wall" }))),
      ),
      Effect.scoped,
    ),
  )

  it.scopedLive("names what was imported, and counts its rows", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryDirectory, "mine.csv")
      writeFileSync(file, "date,open,high,low,close\n2023-07-05,1,4,1,3\n2023-07-06,3,5,2,2.5\n")
      const imports = ["MINE", "OTHER"].map((ticker) => ({ file, ticker, timespan: "day" }) as const)
      const [without, health] = [yield* healthOf(early), yield* healthOf({ ...early, imports })]
      assert.deepStrictEqual(health.imported, ["MINE", "OTHER"])
      assert.strictEqual(health.tables["day_bars"], without.tables["day_bars"]! + 4)
      assert.strictEqual(health.tables["tickers"], without.tables["tickers"]! + 2)
    }),
  )
})
