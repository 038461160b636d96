import type * as Columns from "@candela/core/Columns"
import type { Bar } from "@candela/market/Bar"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, layer } from "@effect/vitest"
import { Chunk, Effect, type ExecutionStrategy, Exit, FastCheck, Fiber, Scope, Stream, TestClock } from "effect"
import { runs, seeded } from "@candela/support/seeded"
import * as Folder from "../../src/internal/store/commit/folder.js"
import type { Engine } from "../../src/internal/store/layout/format.js"
import { parquet } from "../../src/internal/store/partition/parquet.js"
import * as Service from "../../src/internal/store/service.js"
import * as Reader from "../../src/internal/store/sql/reader.js"
import type { Store } from "../../src/Store.js"
import { bar, folder, type History, universe, write } from "./fixture.js"

/** Stores in a folder: one with the engine, one without, and the numbers of files that the engine has read. */
const storesOf = (histories: ReadonlyArray<History>) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(Date.parse("2024-06-03T18:00:00Z"))
    const root = yield* folder
    yield* write(root, histories)
    const [fs, path] = yield* Effect.all([FileSystem.FileSystem, Path.Path])
    const reader = yield* Reader.make(root)
    const read: Array<number> = []
    const engine: Engine = {
      read: (paths, ...rest) =>
        Effect.tap(reader.read(paths, ...rest), () => Effect.sync(() => read.push(paths.length))),
    }
    const open = (engine: Engine | undefined) =>
      Service.make({ ...Folder.make({ fs, path, root }), format: parquet(), engine })
    return { fs, read, root, store: open(engine), without: open(undefined) }
  })

const piecesOf = <A, E>(stream: Stream.Stream<Columns.Columns<A>, E>) =>
  Effect.map(Stream.runCollect(stream), Chunk.toReadonlyArray)

/** Rows in columns, with the kinds of their arrays. */
const shown = <A, E>(stream: Stream.Stream<Columns.Columns<A>, E>) =>
  Effect.map(piecesOf(stream), (pieces) => ({
    rows: pieces.flatMap((piece) => piece.toRows()),
    kinds: pieces
      .slice(0, 1)
      .map(({ columns, present }) => [
        Object.entries(columns).map(([name, values]) => [name, (values as object).constructor.name]),
        Object.keys(present),
      ]),
    adjusted: pieces.slice(0, 1).map(({ adjusted }) => adjusted),
  }))

/** A bar every other day at 10:00 New York for 3 months; some lack what a bar may lack. */
const barsOf = (ticker: number): ReadonlyArray<Bar> =>
  Array.from({ length: 45 }, (_, index) => {
    const { vwap, transactions, ...rest } = bar(Date.UTC(2024, 1, 1 + index * 2, 15), 100 + index / 3)
    const lacks = (index + ticker) % 5
    return {
      ...rest,
      ...(lacks === 1 ? {} : { vwap: vwap! }),
      ...(lacks === 2 ? {} : { transactions: transactions! }),
      ...(lacks < 3 ? {} : { otc: lacks === 3 }),
    }
  })

const histories: ReadonlyArray<History> = ["TSLA", "123", "BRK.B"].map((ticker, index) => ({
  ticker,
  bars: barsOf(index),
  splits: [{ ticker, execution_date: "2024-03-01", split_from: 1, split_to: 3 + index }],
  dividends: index === 1 ? [] : [{ ticker, ex_dividend_date: "2024-04-01", historical_adjustment_factor: 0.97 }],
}))

const bars = universe(
  {},
  histories.map(({ ticker }) => ticker),
)

const options = FastCheck.record({
  adjust: FastCheck.constantFrom<Store.ReadOptions["adjust"]>(undefined, "splits", "both"),
  order: FastCheck.constantFrom<Store.ReadOptions["order"]>("ticker", "time"),
  columns: FastCheck.constantFrom<Store.ReadOptions["columns"]>(undefined, ["close"], ["otc", "vwap", "transactions"]),
  from: FastCheck.constantFrom("2024-02-01", "2024-02-17", "2024-04-02"),
})

/** A scope that tells how many scopes it holds more, or fewer. */
const counting = (scope: Scope.Scope, count: (by: number) => Effect.Effect<unknown>): Scope.Scope =>
  Object.assign(Object.create(scope), {
    fork: (strategy: ExecutionStrategy.ExecutionStrategy) =>
      Scope.fork(scope, strategy).pipe(
        Effect.tap((own) => Effect.zipRight(count(1), Scope.addFinalizer(own, count(-1)))),
      ),
  })

layer(NodeContext.layer)("the files of a store that DuckDB reads", (it) => {
  it.scoped("give the columns that they give without it, the files of a ticker together", () =>
    Effect.gen(function* () {
      const { read, store, without } = yield* storesOf(histories)
      for (const { from, ...asked } of FastCheck.sample(options, { seed: seeded.fastCheck.seed, numRuns: runs(8) })) {
        const range = { from, to: "2024-04-30" }
        const reading = { ...asked, gaps: "allow" } as const
        assert.deepStrictEqual(
          yield* shown(store.columns(bars, range, reading)),
          yield* shown(without.columns(bars, range, reading)),
        )
      }
      read.length = 0
      yield* piecesOf(store.columns(bars, { from: "2024-02-01", to: "2024-04-30" }, { gaps: "allow" }))
      assert.deepStrictEqual(read, [3, 3, 3])
    }),
  )

  it.scoped("names a damaged file, and gives none of its rows", () =>
    Effect.gen(function* () {
      const { fs, read, root, store } = yield* storesOf(histories)
      const names = yield* fs.readDirectory(root, { recursive: true })
      const name = names.find((name) => name.startsWith("bars/") && /TSLA.*2024-03.*parquet$/.test(name))!
      const bytes = yield* fs.readFile(`${root}/${name}`)
      // A letter of the metadata: DuckDB does not see it.
      bytes[Buffer.from(bytes).indexOf("stocks.bars")]! ^= 1
      yield* fs.writeFile(`${root}/${name}`, bytes)
      const found: Array<number> = []
      const error = yield* store.columns(bars, { from: "2024-02-01", to: "2024-04-30" }, { gaps: "allow" }).pipe(
        Stream.runForEach(({ columns }) => Effect.sync(() => found.push(...columns.timestamp))),
        Effect.flip,
      )
      assert.include(error.message, "SHA-256")
      assert.isBelow(Math.max(...found), Date.UTC(2024, 2, 1))
      assert.notInclude(read, 3)
    }),
  )

  it.scoped("are read by the format where DuckDB cannot", () =>
    Effect.gen(function* () {
      const { root, without } = yield* storesOf(histories.slice(0, 1))
      const own = universe({}, ["TSLA"])
      const [fs, path] = yield* Effect.all([FileSystem.FileSystem, Path.Path])
      const engine: Engine = { read: () => Effect.fail("not installed") }
      const store = Service.make({ ...Folder.make({ fs, path, root }), format: parquet(), engine })
      const range = { from: "2024-02-01", to: "2024-04-30" }
      const reading = { adjust: "both", gaps: "allow" } as const
      assert.deepStrictEqual(
        yield* shown(store.columns(own, range, reading)),
        yield* shown(without.columns(own, range, reading)),
      )
    }),
  )

  it.scoped("hold no connection after what fails or is interrupted, and one after what is read", () =>
    Effect.gen(function* () {
      const { fs, root } = yield* storesOf(histories.slice(0, 1))
      const names = yield* fs.readDirectory(root, { recursive: true })
      const path = `${root}/${names.find((name) => name.startsWith("bars/") && name.endsWith(".parquet"))!}`
      const held = yield* Scope.make()
      let open = 0
      const count = (by: number) => Effect.sync(() => (open += by))
      const reader = yield* Effect.provideService(Reader.make(root), Scope.Scope, counting(held, count))
      // No database opens for such a folder.
      const none = yield* Effect.provideService(Reader.make("\0"), Scope.Scope, counting(held, count))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(none.read([path], bars.endpoint))))
      assert.strictEqual(open, 0)
      const read = (path: string) => Effect.exit(reader.read([path], bars.endpoint))
      assert.isTrue(Exit.isFailure(yield* read(`${root}/none.parquet`)))
      assert.strictEqual(open, 0)
      const reading = yield* Effect.fork(read(path))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(reading)
      assert.strictEqual(open, 0)
      assert.isTrue(Exit.isSuccess(yield* read(path)))
      assert.isTrue(Exit.isSuccess(yield* read(path)))
      assert.strictEqual(open, 1)
      yield* Scope.close(held, Exit.void)
      assert.strictEqual(open, 0)
    }),
  )
})
