import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Decoding from "../src/contenders/decode/candela.js"
import * as NativeReaders from "../src/contenders/decode/native.js"
import * as Parsers from "../src/contenders/decode/parsers.js"
import * as Cached from "../src/contenders/history/cache.js"
import * as Candela from "../src/contenders/history/candela.js"
import * as history from "../src/contenders/history/history.js"
import * as Http from "../src/contenders/history/httpClient.js"
import * as Others from "../src/contenders/history/others.js"
import * as Native from "../src/Native.js"
import * as PageServer from "../src/PageServer.js"
import { temporaryFolder } from "../src/TemporaryFolder.js"

const { fetchJson, fetchZod, vendor } = Others
const readers = { columns: Candela.columns, fetchJson, fetchZod, schema: Http.schema, vendor, rows: Candela.rows }
const drains = [Http.drained, Others.drainUndici]
const decoders = { columns: Decoding.columns, rows: Decoding.rows, ...Parsers }

const serving = (options: Partial<PageServer.PageOptions>) =>
  Effect.acquireRelease(
    Effect.promise(() => PageServer.start({ rows: 120_000, ...options })),
    ({ close }) => Effect.promise(close),
  )
const server = serving({})

const requests = ({ url }: PageServer.Description) =>
  Effect.promise(
    async () =>
      (await (await fetch(`${url}/requests`, { method: "DELETE" })).json()) as ReadonlyArray<PageServer.Arrival>,
  )

describe("contenders that read a history", () => {
  for (const [name, run] of Object.entries(readers)) {
    it.scopedLive(`${name} reads every row of three pages`, () =>
      Effect.gen(function* () {
        const description = yield* server
        const measured = yield* Effect.promise(() => run(description))
        assert.strictEqual(measured.rows, 120_000)
        assert.strictEqual(measured.checksum, `120000 rows, volume ${description.volume}`)
        assert.isAbove(measured.milliseconds, 0)
        assert.isAbove(measured.peakRss, 10_000_000)
        assert.strictEqual((yield* requests(description)).length, 3)
      }),
    )
  }

  it.scopedLive("the drains read the same bytes", () =>
    Effect.gen(function* () {
      const description = yield* server
      const checksums = new Set<string>()
      for (const run of drains) {
        checksums.add((yield* Effect.promise(() => run(description))).checksum)
        assert.strictEqual((yield* requests(description)).length, 3)
      }
      assert.strictEqual(checksums.size, 1)
      assert.isAbove(Number.parseInt([...checksums][0]!, 10), 120_000 * 90)
    }),
  )

  it.scopedLive("read the same from compressed pages, which each of them asks for", () =>
    Effect.gen(function* () {
      const plain = yield* server
      const compressed = yield* serving({ gzip: true })
      for (const run of [Candela.columns, Candela.rows, vendor, fetchJson, Http.drained]) {
        const { checksum } = yield* Effect.promise(() => run(plain))
        assert.strictEqual((yield* Effect.promise(() => run(compressed))).checksum, checksum)
        assert.deepStrictEqual(
          (yield* requests(compressed)).map(({ gzip }) => gzip),
          [true, true, true],
        )
      }
    }),
  )

  it.scopedLive("a cache reads every row from its files, and requests it once", () =>
    Effect.gen(function* () {
      const description = yield* server
      const directory = yield* temporaryFolder
      const { checksum } = yield* Effect.promise(() => Cached.decoded(description))
      yield* requests(description)
      for (const timed of ["first", "later", "first"] as const) {
        const measured = yield* Effect.promise(() => Cached.cached({ ...description, directory, timed }))
        assert.strictEqual(measured.checksum, checksum)
      }
      // None is asked for twice.
      const paths = (yield* requests(description)).map(({ path }) => path)
      assert.isAtLeast(paths.length, 3)
      assert.strictEqual(new Set(paths).size, paths.length)
    }),
  )

  it("find the next page at the end of a body, however it was cut into pieces", () => {
    const body = Buffer.from(`{"results":[${"1,".repeat(3_000)}1],"next_url":"http://127.0.0.1/next?cursor=c"}`)
    for (const size of [1, 13, 997, 6_000, 100_000]) {
      const tally = new history.Tally()
      for (let at = 0; at < body.length; at += size) {
        tally.add(body.subarray(at, at + size))
      }
      assert.strictEqual(tally.bytes, body.length)
      assert.strictEqual(tally.next(), "http://127.0.0.1/next?cursor=c")
    }
    const last = new history.Tally()
    last.add(Buffer.from('{"results":[]}'))
    assert.isUndefined(last.next())
  })
})

describe("contenders that decode a page", () => {
  for (const kind of ["bars", "quotes", "dividends"] as const) {
    it.live(`find the same values in ${kind}`, () =>
      Effect.gen(function* () {
        const checksums = new Set<string>()
        for (const [name, run] of Object.entries(decoders)) {
          if (kind === "dividends" && name === "columns") continue
          const measured = yield* Effect.promise(() => run({ kind, rows: 400, codeGeneration: true }))
          assert.strictEqual(measured.rows, 400)
          assert.isDefined(measured.cold)
          assert.strictEqual(measured.note !== undefined, kind === "quotes" && name in Parsers)
          checksums.add(measured.checksum)
        }
        assert.strictEqual(checksums.size, 1)
      }),
    )
  }

  it.live(
    "find the same values in bars, read by native code",
    () =>
      Effect.gen(function* () {
        const program = yield* Native.simdjson
        const { duckdb, polars, simdjson } = NativeReaders
        const natives = program === undefined ? [polars, duckdb] : [polars, duckdb, simdjson]
        const input = { kind: "bars", rows: 3_000 } as const
        const { checksum } = yield* Effect.promise(() => Decoding.columns({ ...input, codeGeneration: true }))
        for (const run of natives) {
          const measured = yield* Effect.promise(() => run({ ...input, program: program ?? "" }))
          assert.strictEqual(measured.rows, 3_000)
          assert.isAbove(measured.cold ?? 0, 0)
          assert.strictEqual(measured.checksum, checksum)
        }
      }),
    120_000,
  )
})
