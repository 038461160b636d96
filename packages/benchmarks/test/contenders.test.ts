import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Run } from "../src/Contender.js"
import type { HistoryInput } from "../src/contenders/history/history.js"
import { run as decodeColumns } from "../src/contenders/decode/decodeColumns.js"
import * as history from "../src/contenders/history/history.js"
import type { PageInput } from "../src/contenders/pages/pages.js"
import * as Native from "../src/Native.js"
import * as PageServer from "../src/PageServer.js"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

interface Contender<Input> {
  readonly run: Run<Input>
}

const readers: Readonly<Record<string, () => Promise<Contender<HistoryInput>>>> = {
  columns: () => import("../src/contenders/history/columns.js"),
  fetchJson: () => import("../src/contenders/history/fetchJson.js"),
  fetchZod: () => import("../src/contenders/history/fetchZod.js"),
  httpClientSchema: () => import("../src/contenders/history/httpClientSchema.js"),
  massive: () => import("../src/contenders/history/massive.js"),
  rows: () => import("../src/contenders/history/rows.js"),
}

const drains: Readonly<Record<string, () => Promise<Contender<HistoryInput>>>> = {
  drainHttpClient: () => import("../src/contenders/history/drainHttpClient.js"),
  drainUndici: () => import("../src/contenders/history/drainUndici.js"),
}

const decoders: Readonly<Record<string, () => Promise<Contender<PageInput & { readonly codeGeneration: boolean }>>>> = {
  decodeColumns: () => import("../src/contenders/decode/decodeColumns.js"),
  decodeRows: () => import("../src/contenders/decode/decodeRows.js"),
  parse: () => import("../src/contenders/decode/parse.js"),
  parseBytes: () => import("../src/contenders/decode/parseBytes.js"),
  parseSchema: () => import("../src/contenders/decode/parseSchema.js"),
  parseZod: () => import("../src/contenders/decode/parseZod.js"),
}

const server = Effect.acquireRelease(
  Effect.promise(() => PageServer.start({ rows: 120_000 })),
  ({ close }) => Effect.promise(close),
)

const requests = ({ url }: PageServer.Description) =>
  Effect.promise(
    async () =>
      (await (await fetch(`${url}/requests`, { method: "DELETE" })).json()) as ReadonlyArray<PageServer.Arrival>,
  )

describe("contenders that read a history", () => {
  for (const [name, load] of Object.entries(readers)) {
    it.scopedLive(`${name} reads every row of three pages`, () =>
      Effect.gen(function* () {
        const description = yield* server
        const { run } = yield* Effect.promise(load)
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
      for (const load of Object.values(drains)) {
        const { run } = yield* Effect.promise(load)
        checksums.add((yield* Effect.promise(() => run(description))).checksum)
        assert.strictEqual((yield* requests(description)).length, 3)
      }
      assert.strictEqual(checksums.size, 1)
      assert.isAbove(Number.parseInt([...checksums][0]!, 10), 120_000 * 90)
    }),
  )

  it.scopedLive("a cache reads every row from its files, and requests it once", () =>
    Effect.gen(function* () {
      const description = yield* server
      const { run: decode } = yield* Effect.promise(() => import("../src/contenders/cache/decodeHistory.js"))
      const { run: cached } = yield* Effect.promise(() => import("../src/contenders/cache/cachedColumns.js"))
      const directory = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "contenders-"))),
        (directory) => Effect.sync(() => rmSync(directory, { recursive: true })),
      )
      const { checksum } = yield* Effect.promise(() => decode(description))
      yield* requests(description)
      for (const timed of ["first", "later", "first"] as const) {
        const measured = yield* Effect.promise(() => cached({ ...description, directory, timed }))
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
        for (const [name, load] of Object.entries(decoders)) {
          if (kind === "dividends" && name === "decodeColumns") {
            continue
          }
          const { run } = yield* Effect.promise(load)
          const measured = yield* Effect.promise(() => run({ kind, rows: 400, codeGeneration: true }))
          assert.strictEqual(measured.rows, 400)
          assert.isDefined(measured.cold)
          assert.strictEqual(measured.note !== undefined, kind === "quotes" && name.startsWith("parse"))
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
        const natives: Readonly<Record<string, () => Promise<Contender<PageInput & { readonly program: string }>>>> = {
          decodePolars: () => import("../src/contenders/decode/decodePolars.js"),
          decodeDuckdb: () => import("../src/contenders/decode/decodeDuckdb.js"),
          ...(program === undefined
            ? {}
            : { decodeSimdjson: () => import("../src/contenders/decode/decodeSimdjson.js") }),
        }
        const input = { kind: "bars", rows: 3_000 } as const
        const { checksum } = yield* Effect.promise(() => decodeColumns({ ...input, codeGeneration: true }))
        for (const load of Object.values(natives)) {
          const { run } = yield* Effect.promise(load)
          const measured = yield* Effect.promise(() => run({ ...input, program: program ?? "" }))
          assert.strictEqual(measured.rows, 3_000)
          assert.isAbove(measured.cold ?? 0, 0)
          assert.strictEqual(measured.checksum, checksum)
        }
      }),
    120_000,
  )
})
