import * as Database from "@candela/backfill/Database"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { bars, Folder, value } from "./backfillFolder.js"

layer(Folder.layer)("a backfill", (it) => {
  it.effect("says where there is no plan, and makes no database to look", () =>
    Effect.gen(function* () {
      const { backfill, fs, path } = yield* Folder
      for (const line of ["status", "run", "verify", "pause", "retry"]) {
        const { code, err, out } = yield* backfill(`${line} --database @none.db`)
        assert.deepStrictEqual([code, out], [2, ""], line)
        assert.include(err, `There is no plan in ${path("none.db")}. Make one first: candela backfill plan`)
      }
      assert.isFalse(yield* fs.exists(path("none.db")))
    }),
  )

  it.effect("tells a database that fails from one without a plan", () =>
    Effect.gen(function* () {
      const { backfill, fs, path } = yield* Folder
      yield* fs.writeFileString(
        path("text.db"),
        "This is no database, but a text that is longer than a header.\n".repeat(20),
      )
      const { code, err } = yield* backfill("status --database @text.db")
      assert.strictEqual(code, 1)
      assert.include(err, `${path("text.db")}: `)
      assert.include(err, "file is not a database")
      // A table of that name which another program made.
      yield* Effect.provide(
        Effect.flatMap(SqlClient.SqlClient, (sql) => sql`CREATE TABLE backfill_plans (plan TEXT)`),
        Database.sqlite(path("foreign.db")),
      )
      const foreign = yield* backfill("status --database @foreign.db")
      assert.strictEqual(foreign.code, 1)
      assert.include(foreign.err, `${path("foreign.db")}: `)
      assert.include(foreign.err, "no such column")
      const unknown = yield* backfill(
        "plan --database @a.db --store @data --tickers AAPL --timespan day --from 2024-01-02 --to 2024-01-05",
      )
      assert.strictEqual(unknown.code, 0, unknown.err)
      const other = yield* backfill("status --database @a.db --plan nothing")
      assert.strictEqual(other.code, 2)
      assert.include(other.err, "plan nothing: this database has no such plan")
    }),
  )

  it.effect("takes no password as an argument, and shows none", () =>
    Effect.gen(function* () {
      const { backfill, run } = yield* Folder
      for (const database of ["postgres://candela:hunter2@localhost/x", "postgres://localhost/x?password=hunter2"]) {
        const { code, err } = yield* run("backfill status --database", [database])
        assert.strictEqual(code, 2)
        assert.include(err, "--database takes no password: others could read it in the list of processes.")
        assert.notInclude(err, "hunter2")
      }
      const form = yield* backfill("status --database mysql://localhost/x")
      assert.deepStrictEqual([form.code, form.err.includes("postgres://user@host:5432/database")], [2, true])
      // Nothing listens on port 1.
      for (const variables of [
        { CANDELA_DATABASE_URL: "postgres://candela:hunter2@127.0.0.1:1/x" },
        { CANDELA_DATABASE_URL: "postgres://candela@127.0.0.1:1/x", PGPASSWORD: "hunter2" },
      ]) {
        const { code, err, out } = yield* backfill("status --verbose", { variables })
        assert.strictEqual(code, 1)
        assert.include(err, "PostgreSQL at 127.0.0.1:1 cannot be used")
        assert.notInclude(err + out, "hunter2")
      }
    }),
  )

  it.effect("says which tickers it is about in one way", () =>
    Effect.gen(function* () {
      const { backfill, fs, path } = yield* Folder
      yield* fs.writeFileString(path("tickers.txt"), "# mine\nAAPL\nmsft\n")
      for (const [options, sentence] of [
        ["", "Say which tickers: --tickers AAPL,MSFT, --tickers-file FILE or --universe stocks."],
        ["--tickers AAPL --as-of 2024-01-02", "say which market with --universe stocks"],
        ["--tickers AAPL --universe stocks", "leave --tickers and --tickers-file out"],
        ["--universe stocks --type SHARES", "SHARES"],
        ["--tickers-file @tickers.txt", `${path("tickers.txt")}: line 3: "msft" is no ticker`],
      ] as const) {
        const { code, err } = yield* backfill(`plan --database @b.db ${options} ${bars}`.replace("  ", " "))
        assert.strictEqual(code, 2, options)
        assert.include(err, sentence)
      }
      assert.isFalse(yield* fs.exists(path("b.db")))
    }),
  )

  it.effect("plans the tickers that the service lists, and those that were delisted since", () =>
    Effect.gen(function* () {
      const { backfill } = yield* Folder
      const plan = (more: string) =>
        Effect.map(
          backfill(
            `plan --database @c.db --store @none --universe stocks --type CS,ETF --timespan day --from 2024-01-02 --to 2024-06-28 --sandbox --format json ${more}`.trimEnd(),
          ),
          ({ code, err, out }) => {
            assert.strictEqual(code, 0, err)
            const [plan] = value(out)["plans"] as ReadonlyArray<{ readonly tickers: number; readonly jobs: number }>
            assert.strictEqual(plan!.jobs, plan!.tickers)
            return plan!.tickers
          },
        )
      const [end, begin, both] = [yield* plan(""), yield* plan("--as-of 2024-01-02"), yield* plan("--delisted")]
      assert.isAbove(end, 50)
      assert.isAbove(begin, 50)
      assert.isAbove(both, end)
    }),
  )

  it.effect("runs, is watched, verified and mended", () =>
    Effect.gen(function* () {
      const { backfill, fs, path, url } = yield* Folder
      const database = "--database @d.db"
      const planned = yield* backfill(`plan ${database} --store @store --tickers AAPL,NOPE ${bars} --format json`)
      assert.strictEqual(planned.code, 0, planned.err)
      const refused = yield* backfill(`run ${database} --store @store --url ${url}`, {
        variables: { MARKET_DATA_API_KEY: "another" },
      })
      assert.deepStrictEqual([refused.code, refused.out], [3, ""])
      assert.include(refused.err, "the service refused the key")

      const run = yield* backfill(`run ${database} --store @store --url ${url} --format json --port 0`)
      assert.strictEqual(run.code, 0, run.err)
      assert.deepInclude(value(run.out)["jobs"], { planned: 4, done: 2, empty: 2, waiting: 0, failed: 0 })
      assert.match(run.err, /Status page: http:\/\/127\.0\.0\.1:\d+\n/)

      const line = yield* backfill(`status ${database} --watch`)
      assert.match(line.out, /^done {2}100% {2}4 of 4 jobs {2}34 rows {2}0 rows\/s {2}0 runners\n$/)
      const drawn = yield* backfill(`status ${database} --watch`, { terminal: true, columns: 40 })
      const lines = drawn.out.replace("\x1b[0J", "").trimEnd().split("\n")
      assert.match(lines[0]!.replace("\x1b[2K", ""), /^Plan \w{12} \(done\): 4 jobs of .*…$/)
      for (const line of lines) assert.isAtMost(line.replace("\x1b[2K", "").length, 39)
      assert.isTrue(drawn.out.endsWith("\x1b[0J"))
      assert.strictEqual((yield* backfill(`status ${database} --watch --format json`)).code, 2)

      const whole = yield* backfill(`verify ${database} --store @store`, { terminal: true })
      assert.strictEqual(whole.code, 0, whole.err)
      assert.match(whole.out, /^2 files with 34 rows \([\d.]+ kB\) of 2 tickers: all as they should be\n$/)
      const folder = path("store", "bars", "market=stocks", "timespan=1hour", "ticker=AAPL")
      const file = (yield* fs.readDirectory(folder)).find((name) => name.startsWith("2024-03"))!
      yield* fs.remove(`${folder}/${file}`)
      const damaged = yield* backfill(`verify ${database} --store @store --files-only`, { terminal: true })
      assert.strictEqual(damaged.code, 1)
      assert.include(
        damaged.out,
        ": 1 finding\nTo fetch again, 1 job:\n  1 damaged or lost file: AAPL 2024-03\n--format json lists each finding",
      )
      assert.include(
        damaged.err,
        `1 job waits again. Fetch it: candela backfill run --store ${path("store")} --database ${path("d.db")} --plan`,
      )
      const mended = yield* backfill(`run ${database} --store @store --url ${url} --format json`)
      assert.strictEqual(mended.code, 0, mended.err)
      assert.isTrue(yield* fs.exists(`${folder}/${file}`))
      assert.strictEqual((yield* backfill(`verify ${database} --store @store`)).code, 0)
    }),
  )

  it.effect("is steered: jobs are set aside, left out and tried again, plans paused, cancelled and resumed", () =>
    Effect.gen(function* () {
      const { backfill, url } = yield* Folder
      const database = "--database @e.db"
      yield* backfill(`plan ${database} --store @steered --tickers AAPL,WRONG,MSFT ${bars} --attempts 1`)
      const out = (line: string) => Effect.map(backfill(`${line} ${database}`), ({ code, out }) => [code, out] as const)
      assert.deepStrictEqual(yield* out("skip --tickers MSFT"), [0, "2 jobs are left out\n"])
      assert.strictEqual((yield* backfill(`skip ${database}`)).code, 2)
      assert.match((yield* out("pause"))[1], /^Plan \w{12} is paused/)
      assert.strictEqual(value((yield* backfill(`status ${database} --format json`)).out)["state"], "paused")
      assert.match((yield* out("resume"))[1], /may run again/)
      const run = yield* backfill(`run ${database} --store @steered --url ${url} --format json`)
      assert.strictEqual(run.code, 1)
      assert.include(run.err, "2 jobs were set aside. Retry them: candela backfill run --store ")
      assert.deepInclude(value(run.out)["jobs"], { done: 2, failed: 2, skipped: 2 })
      assert.deepStrictEqual(yield* out("retry --periods 2024-03"), [0, "1 job waits again\n"])
      assert.match((yield* out("cancel"))[1], /is cancelled/)
      const cancelled = yield* backfill(`run ${database} --store @steered --url ${url}`)
      assert.strictEqual(cancelled.code, 1)
      assert.include(cancelled.err, "it was cancelled: resume it first")
    }),
  )
})
