import { Backfill } from "@candela/backfill"
import { Sessions } from "@candela/history"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { bar, type Behaviour, requests, service, type WireBar } from "./service.js"
import * as Support from "./support.js"

const range = { from: "2024-03-04", to: "2024-04-20" }
const universe = Support.hours(["AAPL", "MSFT"])

/** A bar of each trading day. */
const whole = Sessions.between("2024-01-02", "2024-06-28").map(({ date }) => bar(Date.parse(`${date}T15:00:00Z`)))

/** Bars but for those of some days. */
const without = (...dates: ReadonlyArray<string>) =>
  whole.filter(({ t }) => !dates.includes(new Date(t).toISOString().slice(0, 10)))

const options = { rest: "10 millis", poll: "20 millis" } as const

interface Case {
  readonly plan: string
  readonly behaviour: Behaviour
  /** The folder of the store, and the path of a file of a ticker's bars. */
  readonly store: string
  readonly fileOf: (ticker: string, prefix: string) => Effect.Effect<string, unknown, FileSystem.FileSystem>
}

/** A plan that has been run over a service, whose bars may be given. */
const done = (
  bars: (ticker: string) => ReadonlyArray<WireBar>,
  // oxlint-disable-next-line typescript/no-explicit-any -- all that a test needs is provided below
  test: (done: Case) => Effect.Effect<void, unknown, any>,
) =>
  Effect.gen(function* () {
    const behaviour: Behaviour = { known: ["AAPL", "MSFT"], broken: [], refuses: false, bars }
    const folder = yield* Support.folder
    const [fs, path] = yield* Effect.all([FileSystem.FileSystem, Path.Path])
    const store = path.join(folder, "store")
    const fileOf = (ticker: string, prefix: string) => {
      const own = path.join(store, "bars", "market=stocks", "timespan=1hour", `ticker=${ticker}`)
      return Effect.map(fs.readDirectory(own), (names) =>
        path.join(
          own,
          names.find((name) => name.startsWith(prefix))!,
        ),
      )
    }
    yield* Effect.gen(function* () {
      const plan = yield* Support.planned({ universe, range })
      yield* Backfill.run(plan, options)
      yield* test({ plan, behaviour, store, fileOf })
    }).pipe(Effect.provide(Support.within(folder)), Effect.provide(service(behaviour)))
  }).pipe(Effect.scoped, Effect.provide(NodeContext.layer)) as Effect.Effect<void, unknown>

/** What was found, in short. */
const found = ({ findings }: Backfill.Verification) =>
  findings.map(
    ({ dataset, period, problem, ticker, waits }) =>
      `${ticker} ${dataset} ${period}: ${problem}${waits ? ", waits" : ""}`,
  )

const nothing = { damage: 0, absent: 0, gap: 0, integrity: 0 }

describe("a verification", () => {
  it.live("finds nothing in a whole store, and sends nothing", () =>
    done(
      // The second one was listed in April: the days before are no gap.
      (ticker) => (ticker === "AAPL" ? whole : whole.filter(({ t }) => t > Date.parse("2024-04-10"))),
      ({ plan }) =>
        Effect.gen(function* () {
          const sent = yield* requests
          const { bytes, findings, ...rest } = yield* Backfill.verify(plan)
          assert.deepStrictEqual(findings, [])
          assert.deepStrictEqual(rest, { plan, tickers: 2, files: 3, rows: 42, jobs: 0, found: nothing })
          assert.isAbove(bytes, 1000)
          assert.strictEqual(yield* requests, sent)
          assert.strictEqual((yield* Backfill.status(plan)).state, "done")
        }),
    ),
  )

  it.live("has damaged, lost and absent files fetched again, and nothing else", () =>
    done(
      () => whole,
      ({ fileOf, plan, store }) =>
        Effect.gen(function* () {
          const [fs, path] = yield* Effect.all([FileSystem.FileSystem, Path.Path])
          const sound = yield* Support.contents(store)
          const { rows } = yield* Backfill.status(plan)
          const mended = (expected: ReadonlyArray<string>, jobs: number) =>
            Effect.gen(function* () {
              const verification = yield* Backfill.verify(plan)
              assert.deepStrictEqual(found(verification), expected)
              assert.strictEqual(verification.jobs, jobs)
              const sent = yield* requests
              const status = yield* Backfill.run(plan, options)
              assert.deepInclude(status.jobs, { waiting: 0, failed: 0 })
              assert.strictEqual(status.rows, rows, "what is fetched again counts once")
              assert.deepStrictEqual(yield* Support.contents(store), sound)
              assert.deepStrictEqual((yield* Backfill.verify(plan)).found, nothing)
              return (yield* requests) - sent
            })

          const file = yield* fileOf("AAPL", "2024-03")
          const bytes = yield* fs.readFile(file)
          yield* fs.writeFile(
            file,
            bytes.map((byte, index) => (index === 100 ? byte ^ 1 : byte)),
          )
          assert.strictEqual(yield* mended(["AAPL bars 2024-03: damage, waits"], 1), 1)

          yield* fs.remove(yield* fileOf("MSFT", "2024-04"))
          assert.strictEqual(yield* mended(["MSFT bars 2024-04: damage, waits"], 1), 1)

          const manifest = yield* fileOf("MSFT", "_manifest")
          yield* fs.remove(path.dirname(manifest), { recursive: true })
          const both = ["MSFT bars 2024-03: absent, waits", "MSFT bars 2024-04: absent, waits"]
          assert.strictEqual(yield* mended(both, 2), 1, "months that follow each other are one request")

          yield* fs.writeFileString(path.join(store, "splits", "ticker=AAPL", "_manifest.json"), "{")
          assert.strictEqual(
            yield* mended(["AAPL splits all: damage, waits"], 1),
            2,
            "a first empty list is asked for again",
          )
          yield* fs.remove(path.join(store, "dividends", "ticker=AAPL"), { recursive: true })
          assert.strictEqual(yield* mended(["AAPL dividends all: absent, waits"], 1), 2)
        }),
    ),
  )

  it.live("has days without bars fetched again, which the service has by then", () =>
    done(
      (ticker) => (ticker === "AAPL" ? without("2024-03-13", "2024-04-10") : whole),
      ({ behaviour, plan, store }) =>
        Effect.gen(function* () {
          const verification = yield* Backfill.verify(plan)
          assert.deepStrictEqual(found(verification), [
            "AAPL bars 2024-03: gap, waits",
            "AAPL bars 2024-04: gap, waits",
          ])
          assert.strictEqual(verification.findings[0]!.detail, "no bars on 2024-03-13")
          assert.strictEqual((yield* Backfill.status(plan)).jobs.waiting, 2)
          behaviour.bars = () => whole
          yield* Backfill.run(plan, options)
          assert.deepStrictEqual((yield* Backfill.verify(plan)).found, nothing)
          const rows = (yield* Support.contents(store)).length
          assert.isAbove(rows, 4)
        }),
    ),
  )

  it.live("has degraded bars fetched again once: what stays so is the service's", () => {
    const wrong = (dates: ReadonlyArray<string>) =>
      whole.map((one) => (dates.includes(new Date(one.t).toISOString().slice(0, 10)) ? { ...one, h: 0.5 } : one))
    return done(
      (ticker) => (ticker === "AAPL" ? wrong(["2024-03-13"]) : whole),
      ({ behaviour, fileOf, plan }) =>
        Effect.gen(function* () {
          const fs = yield* FileSystem.FileSystem
          const told: Array<Backfill.Finding> = []
          const first = yield* Backfill.verify(plan, { onFinding: (finding) => Effect.sync(() => told.push(finding)) })
          assert.deepStrictEqual(found(first), ["AAPL bars 2024-03: integrity, waits"])
          assert.strictEqual(first.findings[0]!.detail, "highLow on 2024-03-13")
          assert.deepStrictEqual(told, first.findings)
          yield* Backfill.run(plan, options)
          const second = yield* Backfill.verify(plan)
          assert.deepStrictEqual([found(second), second.jobs], [["AAPL bars 2024-03: integrity"], 0])
          // Another fault of the same month is a new one.
          behaviour.bars = () => wrong(["2024-03-13", "2024-03-20"])
          yield* fs.remove(yield* fileOf("AAPL", "2024-03"))
          yield* Backfill.verify(plan)
          yield* Backfill.run(plan, options)
          assert.deepStrictEqual(found(yield* Backfill.verify(plan)), ["AAPL bars 2024-03: integrity, waits"])
          // The service has mended it by then.
          behaviour.bars = () => whole
          yield* Backfill.run(plan, options)
          assert.deepStrictEqual((yield* Backfill.verify(plan)).found, nothing)
        }),
    )
  })

  it.live("looks at some tickers and periods alone, and leaves out what has no job that is over", () =>
    done(
      () => without("2024-03-13", "2024-04-10"),
      ({ fileOf, plan }) =>
        Effect.gen(function* () {
          const fs = yield* FileSystem.FileSystem
          const march = yield* Backfill.verify(plan, { tickers: ["MSFT"], periods: ["2024-03"] })
          assert.deepStrictEqual(found(march), ["MSFT bars 2024-03: gap, waits"])
          assert.strictEqual(march.tickers, 1)
          // It waits already: another verification has nothing to say of it.
          assert.deepStrictEqual(found(yield* Backfill.verify(plan, { tickers: ["MSFT"], periods: ["2024-03"] })), [])
          yield* fs.remove(yield* fileOf("AAPL", "2024-04"))
          const files = yield* Backfill.verify(plan, { integrity: false })
          assert.deepStrictEqual(found(files), ["AAPL bars 2024-04: damage, waits"])
          const unknown = yield* Effect.flip(Backfill.verify(plan, { tickers: ["NVDA"] }))
          assert.strictEqual(unknown.message, `plan ${plan}: it has no ticker NVDA, but 2 others`)
        }),
    ),
  )
})
