/** Stores in an object store, from the command line. */
import { between } from "@candela/history/Sessions"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { ObjectServer } from "@candela/support/objectServer"
import { localService } from "./localService.js"
import { makeFolder } from "./run.js"

/** A bar of each trading day. */
const days = between("2024-01-02", "2024-06-28").map(({ date }) => Date.parse(`${date}T15:00:00Z`))

/** A service that knows all tickers. */
const service = localService(({ url }, response) => {
  response.writeHead(200, { "content-type": "application/json" })
  const [, , , , , , , , from, to] = new URL(url!, "http://service").pathname.split("/")
  const rows = from === undefined ? [] : days.filter((t) => t >= Number(from) && t <= Number(to))
  const results = rows.map((t) => ({ t, o: 1, h: 1, l: 1, c: 1, v: 1 }))
  response.end(JSON.stringify({ status: "OK", results }))
})

/** An object store, a service, and what runs lines with the keys of both. */
class Objects extends Context.Tag("Objects")<
  Objects,
  {
    readonly server: ObjectServer
    readonly url: string
    readonly run: (
      line: string,
      variables?: Readonly<Record<string, string>>,
    ) => Effect.Effect<{ readonly out: string; readonly err: string; readonly code: number }>
  }
>() {
  static readonly layer = Layer.scoped(
    Objects,
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const { url } = yield* service
      const server = new ObjectServer()
      const objects = yield* Effect.acquireRelease(
        Effect.promise(() => server.listen()),
        ({ close }) => Effect.promise(close),
      )
      const keys = {
        MARKET_DATA_API_KEY: "a-key-of-a-test",
        AWS_ENDPOINT_URL: objects.url,
        AWS_ACCESS_KEY_ID: server.accessKeyId,
        AWS_SECRET_ACCESS_KEY: server.secretAccessKey,
      }
      return {
        ...{ server, url },
        run: (line, variables = {}) => folder.run(line, [], { variables: { ...keys, ...variables } }),
      }
    }),
  )
}

const store = "--store s3://market-data/histories"
const bars = "--tickers AAPL --timespan day"
const range = "--from 2024-03-04 --to 2024-04-19"

layer(Objects.layer)("a store in an object store", (it) => {
  it.effect("is synced, read, verified, compacted and removed by every command of histories", () =>
    Effect.gen(function* () {
      const { run, server, url } = yield* Objects
      const lines = {
        [`preview ${store} ${bars} ${range}`]: /^{"requests":3,"rows":35,/,
        [`sync ${store} ${bars} ${range} --url ${url}`]: /"rows":34,"lists":0,"files":1,/,
        [`read ${store} ${bars} ${range} --format csv`]: /^volume,.*(\r?\n1,,1,1,1,1,1\d{12},,,AAPL){34}\r?\n/,
        [`missing ${store} ${bars} ${range} --format csv`]: /^dataset,ticker,from,to,doubtful_since\r?\nNo rows\.\n$/,
        // By the present of the sandbox, of which no object store takes a signature.
        [`missing ${store} ${bars} ${range} --format csv --sandbox`]: /^dataset,/,
        [`verify ${store}`]: /^{"files":1,"rows":34,"bytes":\d+,"damages":\[\]}/,
        [`compact ${store}`]: /^{"files":0,"bytes":0}/,
        [`remove ${store} ${bars}`]: /^{"files":4,/,
      }
      for (const [line, expected] of Object.entries(lines)) {
        const { code, err, out } = yield* run(`history ${line}`)
        assert.strictEqual(code, 0, line + err)
        assert.match(out + err, expected, line)
      }
      assert.isTrue([...server.objects.keys()].some((key) => key.startsWith("histories/")))
    }),
  )

  it.effect("is filled and verified by a backfill", () =>
    Effect.gen(function* () {
      const { run, server, url } = yield* Objects
      const place = "--store s3://market-data/filled --database @backfill.db"
      for (const line of [`plan ${place} ${bars} ${range}`, `run ${place} --url ${url}`, `verify ${place}`]) {
        const { code, err } = yield* run(`backfill ${line}`)
        assert.strictEqual(code, 0, line + err)
      }
      const files = [...server.contents("filled").keys()].filter((name) => name.endsWith(".parquet"))
      assert.isAbove(files.length, 0)
    }),
  )

  it.effect("says which variable is missing, what is wrong with a key, and never the key", () =>
    Effect.gen(function* () {
      const { run, server } = yield* Objects
      const read = `history read ${store} ${bars} ${range}`
      const none = { AWS_ACCESS_KEY_ID: "", AWS_SECRET_ACCESS_KEY: "" }
      const both = "needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment: set the access key"
      for (const line of [read, `backfill plan ${store} --database @x.db ${bars} ${range}`]) {
        const missing = yield* run(line, none)
        assert.strictEqual(missing.code, 2)
        assert.include(missing.err, both)
      }
      const half = yield* run(read, { AWS_SECRET_ACCESS_KEY: "" })
      assert.include(half.err, "--store s3://market-data/histories needs AWS_SECRET_ACCESS_KEY in the environment")
      const unfit = yield* run(read.replace("market-data/", "Market/"))
      assert.strictEqual(unfit.code, 2)
      assert.include(
        unfit.err,
        "--store s3://Market/histories cannot be used. bucket of Store: its name must have 3 to 63",
      )
      const wrong = yield* run(read, { AWS_SECRET_ACCESS_KEY: "another-secret" })
      assert.isAbove(wrong.code, 0)
      assert.include(wrong.err, "SignatureDoesNotMatch")
      const region = yield* run(read, { AWS_REGION: "eu-central-1" })
      assert.include(region.err, `\`region\` is ${server.region}`)
      for (const { err } of [half, wrong, region]) assert.notMatch(err, /another-secret|a\/secret/)
    }),
  )

  it.effect("is refused by sql, and other schemes by all", () =>
    Effect.gen(function* () {
      const { run } = yield* Objects
      const sql = yield* run(`history sql ${store} select`)
      assert.strictEqual(sql.code, 2)
      assert.include(sql.err, "aws s3 sync s3://market-data/histories data")
      for (const other of ["gs://market-data/histories", "s3://", "s3://market-data/histories?x=1"]) {
        const refused = yield* run(`history verify --store ${other}`)
        assert.strictEqual(refused.code, 2, other)
        assert.include(refused.err, "--store is a folder, or s3://bucket/prefix")
      }
    }),
  )
})
