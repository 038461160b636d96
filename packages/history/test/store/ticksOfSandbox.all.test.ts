import { Crypto } from "@candela/crypto"
import { Arrow, Csv, Parquet } from "@candela/files"
import { Forex } from "@candela/forex"
import { Futures } from "@candela/futures"
import { Options } from "@candela/options"
import { Store, Universe } from "@candela/history"
import { withTicker } from "@candela/history/TickerBar"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Exit, Layer, Stream, TestClock } from "effect"

const now = Date.parse("2025-06-30T20:00:00Z")

const folder = Layer.unwrapScoped(
  Effect.map(
    Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped({ prefix: "candela-ticks-" })),
    Store.layer,
  ),
)

const Live = Layer.mergeAll(Stocks.layer, Forex.layer, Crypto.layer, Futures.layer, Options.layer).pipe(
  Layer.provideMerge(Sandbox.layer({ now })),
  Layer.merge(folder),
  Layer.provideMerge(NodeContext.layer),
)

const day = "2025-06-26"
const range = { from: day, to: day }
const contract = "O:AAPL250718C00165000"

const all = <A, E, R>(stream: Stream.Stream<A, E, R>) => Effect.map(Stream.runCollect(stream), Chunk.toReadonlyArray)

describe("a store of the sandbox's trades and quotes", () => {
  it.effect("has the rows that the client gives, of each market, by columns, SQL and in exports", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const [store, stocks, forex, crypto, futures, options] = yield* Effect.all([
        ...[Store, Stocks, Forex, Crypto, Futures, Options],
      ] as const)
      const fs = yield* FileSystem.FileSystem
      const asc = { timestamp: day, order: "asc" } as const
      const inTime = { timestamp: day, sort: "timestamp.asc" } as const
      const trades = Universe.ticks(Stocks.endpoints.trades, { tickers: ["BRK.A"] })
      const kept = [
        [trades, stocks.trades.stream({ stockTicker: "BRK.A", ...asc })],
        [
          Universe.ticks(Stocks.endpoints.quotes, { tickers: ["BRK.A"] }),
          stocks.quotes.stream({ stockTicker: "BRK.A", ...asc }),
        ],
        [
          Universe.ticks(Forex.endpoints.quotes, { tickers: ["C:EURUSD"] }),
          forex.quotes.stream({ fxTicker: "C:EURUSD", ...asc }),
        ],
        [
          Universe.ticks(Crypto.endpoints.trades, { tickers: ["X:LTCUSD"] }),
          crypto.trades.stream({ cryptoTicker: "X:LTCUSD", ...asc }),
        ],
        [
          Universe.ticks(Futures.endpoints.trades, { tickers: ["ZQN5"] }),
          futures.trades.stream({ ticker: "ZQN5", ...inTime }),
        ],
        [
          Universe.ticks(Futures.endpoints.quotes, { tickers: ["ZQN5"] }),
          futures.quotes.stream({ ticker: "ZQN5", ...inTime }),
        ],
        [
          Universe.ticks(Options.endpoints.trades, { tickers: [contract] }),
          options.trades.stream({ optionsTicker: contract, ...asc }),
        ],
        [
          Universe.ticks(Options.endpoints.quotes, { tickers: [contract] }),
          options.quotes.stream({ optionsTicker: contract, ...asc }),
        ],
      ] as const
      for (const [universe, stream] of kept) {
        const direct = yield* all(stream as Stream.Stream<object>)
        assert.isNotEmpty(direct, universe.endpoint.name)
        const { doubtful, rows } = yield* store.sync(universe, range)
        assert.deepStrictEqual({ doubtful, rows }, { doubtful: [], rows: direct.length })
        const stored = yield* all(store.read(universe as typeof trades, range) as Stream.Stream<object>)
        const [ticker] = universe.tickers
        assert.deepStrictEqual(
          stored.map((row) => ({ ...row })),
          direct.map((row) => ({ ...row, ticker })),
        )
        const [found] = yield* store.sql(
          `SELECT count(*) AS rows, min(ticker) AS ticker FROM "${universe.endpoint.name}" WHERE ticker = $1`,
          [ticker!],
        )
        assert.deepStrictEqual({ ...found }, { rows: direct.length, ticker })
      }
      // Columns, nanoseconds and lists in SQL, and files.
      const rows = yield* all(store.read(trades, range))
      const columns = yield* all(store.columns(trades, range, { columns: ["price", "conditions"] }))
      assert.deepStrictEqual(Object.keys(columns[0]!.columns).sort(), [
        "conditions",
        "price",
        "sip_timestamp",
        "ticker",
      ])
      assert.deepStrictEqual(
        columns.flatMap((piece) => [...piece.columns.sip_timestamp]),
        rows.map(({ sip_timestamp }) => sip_timestamp),
      )
      const listed = yield* store.sql(
        `SELECT sip_timestamp, conditions, sequence_number FROM "stocks.trades" WHERE list_contains(conditions, 37) ORDER BY sequence_number LIMIT 5`,
      )
      assert.deepStrictEqual(
        listed.map((row) => ({ ...row })),
        rows
          .filter(({ conditions }) => conditions?.includes(37))
          .slice(0, 5)
          .map(({ conditions, sequence_number, sip_timestamp }) => ({
            sip_timestamp,
            conditions,
            sequence_number,
          })) as never,
      )
      const endpoint = withTicker(trades.endpoint)
      for (const [format, read] of [
        ["parquet", Parquet.read],
        ["csv", Csv.read],
        ["arrow", Arrow.read],
      ] as const) {
        const path = `${store.folder}/../export-${format}`
        const written = yield* store.export(path, trades, range, { format })
        assert.strictEqual(written.rows, rows.length)
        const back = yield* all(read(path, endpoint) as Stream.Stream<object>)
        yield* fs.remove(path)
        assert.deepStrictEqual(
          back.map((row) => ({ ...row })),
          rows.map((row) => ({ ...row })),
          format,
        )
      }
    }).pipe(Effect.provide(Live)),
  )

  it.effect("of option contracts resumes where a killed sync was, and has each row once", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const [store, options] = yield* Effect.all([Store, Options])
      const days = { from: "2025-06-25", to: "2025-06-27" }
      const asked = {
        optionsTicker: contract,
        "timestamp.gte": days.from,
        "timestamp.lte": days.to,
        order: "asc",
      } as const
      for (const [universe, stream] of [
        [Universe.ticks(Options.endpoints.trades, { tickers: [contract] }), options.trades.stream(asked)],
        [Universe.ticks(Options.endpoints.quotes, { tickers: [contract] }), options.quotes.stream(asked)],
      ] as const) {
        const direct = yield* all(stream as Stream.Stream<object>)
        let kills = 0
        let [rows, syncs] = [0, 0]
        const killed = store.sync(universe as never, days, {
          onProgress: ({ done }) =>
            done < 1 && kills === syncs ? Effect.dieMessage(`killed ${++kills}`) : Effect.void,
        })
        for (;;) {
          const exit = yield* Effect.exit(killed)
          syncs++
          if (Exit.isSuccess(exit)) {
            rows = exit.value.rows
            break
          }
        }
        // Each killed one had kept a file, which the next one did not ask for again.
        assert.isAbove(kills, 1, universe.endpoint.name)
        assert.isBelow(rows, direct.length)
        const stored = yield* all(store.read(universe as never, days) as Stream.Stream<object>)
        assert.deepStrictEqual(
          stored.map((row) => ({ ...row })),
          direct.map((row) => ({ ...row, ticker: contract })),
        )
        assert.deepStrictEqual((yield* store.verify()).damages, [])
      }
    }).pipe(Effect.provide(Live)),
  )
})
