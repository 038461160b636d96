/** SQL over named files beside the store, and over sessions. */
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, layer } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import { runs } from "@candela/support/seeded"
import * as Sessions from "../../src/Sessions.js"
import * as Sql from "../../src/Sql.js"
import { bar, folder, write } from "./fixture.js"

/** A folder with files, and a store in it. */
const place = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const parent = yield* folder
  const files = {
    "watchlist.csv": "ticker,weight\nAAPL,0.6\nMSFT,0.4\n",
    "secret.csv": "a,b\n1,2\n",
    "notes.ndjson": '{"ticker":"AAPL","note":"large"}\n{"ticker":"KO","note":"old"}\n',
    "broken.parquet": "no parquet",
    "query.sql": "SELECT 1",
    "w*.csv": "a\n1\n",
  }
  for (const [name, text] of Object.entries(files)) yield* fs.writeFileString(`${parent}/${name}`, text)
  yield* fs.symlink(`${parent}/watchlist.csv`, `${parent}/link.csv`)
  const root = `${parent}/store`
  yield* write(root, [{ ticker: "AAPL", bars: [bar("2024-03-01T15:00:00Z", 10)] }])
  return { fs, parent, root }
})

layer(NodeContext.layer)("named files", (it) => {
  it.scoped("are views that a query joins with those of the store", () =>
    Effect.gen(function* () {
      const { parent, root } = yield* place
      const sql = yield* Sql.open(root, {
        files: { watchlist: `${parent}/watchlist.csv`, Notes: `${parent}/notes.ndjson`, linked: `${parent}/link.csv` },
      })
      assert.deepStrictEqual(
        yield* sql.rows(
          "SELECT ticker, weight, note, open FROM bars JOIN watchlist USING (ticker) JOIN notes USING (ticker)",
        ),
        [{ ticker: "AAPL", weight: 0.6, note: "large", open: 10 }],
      )
      assert.deepStrictEqual(yield* sql.rows("SELECT count(*) AS rows FROM linked"), [{ rows: 2 }])
      // What another query writes stays in memory.
      yield* sql.rows("CREATE TABLE mine AS FROM watchlist")
      assert.deepStrictEqual(yield* sql.rows("SELECT count(*) AS rows FROM mine"), [{ rows: 2 }])
    }),
  )

  it.scoped("are the only ones: a query opens no file but the named one, and writes none", () =>
    Effect.gen(function* () {
      const { fs, parent, root } = yield* place
      const sql = yield* Sql.open(root, { files: { watchlist: `${parent}/watchlist.csv` } })
      const before = yield* Effect.forEach(yield* fs.readDirectory(parent), (name) =>
        Effect.orElseSucceed(fs.readFileString(`${parent}/${name}`), () => name),
      )
      for (const text of [
        `FROM '${parent}/secret.csv'`,
        `FROM '${parent}/*.csv'`,
        `FROM '${parent}/watchlist.csv/../secret.csv'`,
        `FROM read_csv('${parent}/watchlist.csv')`,
        `FROM read_text('${parent}/watchlist.csv')`,
        `FROM glob('${parent}/*')`,
        `COPY (SELECT 1) TO '${parent}/watchlist.csv'`,
        `COPY watchlist TO '${parent}/copy.csv'`,
        `CREATE TABLE x AS FROM read_csv('${parent}/secret.csv')`,
        "SET allowed_paths = ['/']",
        "RESET allowed_paths",
        `INSERT INTO watchlist VALUES ('KO', 1)`,
        "DROP VIEW watchlist",
      ]) {
        const error = yield* Effect.flip(sql.rows(text)).pipe(Effect.orDieWith(() => new Error(`It ran: ${text}`)))
        assert.strictEqual(error._tag, "SqlError", text)
      }
      const after = yield* Effect.forEach(yield* fs.readDirectory(parent), (name) =>
        Effect.orElseSucceed(fs.readFileString(`${parent}/${name}`), () => name),
      )
      assert.deepStrictEqual(after, before)
    }),
  )

  it.scoped("are refused where they cannot be read, with the reason and the view", () =>
    Effect.gen(function* () {
      const { parent, root } = yield* place
      for (const [name, file, words] of [
        ["absent", "absent.csv", "absent.csv of the view absent cannot be read (ENOENT: no such file or directory)"],
        ["folder", "store", "is not a file"],
        ["query", "query.sql", "is of no known format: its name ends in .parquet, .csv"],
        ["broken", "broken.parquet", "cannot be read: "],
        ["pattern", "w*.csv", "has one of the characters * ? [ in its path"],
        ["Bars", "watchlist.csv", "the store has a view of this one"],
        ["session_part", "watchlist.csv", "the store has a view of this one"],
        ["my file", "watchlist.csv", "needs another name: letters, digits and _"],
      ] as const) {
        const error = yield* Effect.flip(Effect.scoped(Sql.open(root, { files: { [name]: `${parent}/${file}` } })))
        assert.deepInclude(error, { _tag: "SqlError", reason: "file" }, name)
        assert.include(error.message, words)
      }
    }),
  )
})

layer(NodeContext.layer)("sessions", (it) => {
  const instant = fc.integer({ min: Date.parse("1990-01-02"), max: Date.parse("2035-12-30") })
  const days = ["2024-11-29", "2024-07-03", "2024-03-10", "2024-11-03", "2024-12-25"].flatMap((day) =>
    Array.from({ length: 48 }, (_, half) => Date.parse(`${day}T00:00:00Z`) + half * 1_800_000),
  )

  it.scoped("find the part of the day of an instant as the library does, in every market", () =>
    Effect.gen(function* () {
      const sql = yield* Effect.flatMap(folder, (root) => Sql.open(root))
      const instants = [...fc.sample(instant, { numRuns: runs(2000), seed: 1 }), ...days]
      for (const market of ["stocks", "forex", "crypto"] as const) {
        const rows = yield* sql.rows(
          "SELECT session_part($market, make_timestamptz(millis::BIGINT * 1000)) AS part FROM (SELECT unnest($instants::DOUBLE[]) AS millis)",
          { market, instants },
        )
        assert.deepStrictEqual(
          rows.map(({ part }) => part),
          instants.map((at) => Sessions.partAt(at, market)),
          market,
        )
      }
    }),
  )

  it.scoped("go with the adjusted views", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const minutes = ["2024-03-01T14:29:00Z", "2024-03-01T14:30:00Z", "2024-03-01T20:59:00Z", "2024-03-01T21:00:00Z"]
      yield* write(root, [
        {
          ticker: "AAPL",
          bars: minutes.map((minute, index) => bar(minute, 100 + index)),
          splits: [
            {
              id: "E1",
              ticker: "AAPL",
              execution_date: "2024-03-04",
              split_from: 1,
              split_to: 2,
              adjustment_type: "forward_split",
              historical_adjustment_factor: 0.5,
            } as never,
          ],
        },
      ])
      const sql = yield* Sql.open(root, { asOf: "2024-06-03" })
      assert.deepStrictEqual(
        yield* sql.rows(
          "SELECT open, session_part(market, timestamp) AS part FROM bars_adjusted WHERE part <> 'closed' ORDER BY timestamp",
        ),
        [
          { open: 50, part: "preMarket" },
          { open: 50.5, part: "regular" },
          { open: 51, part: "regular" },
          { open: 51.5, part: "afterHours" },
        ],
      )
      assert.deepStrictEqual(
        yield* sql.rows(
          "SELECT s.day, count(*) AS bars FROM bars_adjusted_dividends b JOIN sessions s ON b.market = s.market AND b.timestamp >= s.open AND b.timestamp < s.close GROUP BY s.day",
        ),
        [{ day: "2024-03-01", bars: 2 }],
      )
    }),
  )
})
