import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Previews from "../../src/commands/preview/Commands.js"
import { make, layer, type Process } from "../TestTerminal.js"
import { read } from "./EndpointRun.js"

/** What a preview says. Nothing says where to connect: it need not know. */
const preview = (service: string, name: string, line: string, people: Process = {}) =>
  Effect.gen(function* () {
    const command = yield* Previews.ofService(service).find((command) => command.name === name)!.load
    const { printed, terminal } = make(people)
    const process = { ...people, settings: { sandbox: false } }
    const exit = yield* Effect.exit(
      command.run(read(command, line)).pipe(Effect.scoped, Effect.provide(layer(process, terminal))),
    )
    return { exit, ...printed() }
  })

const year = "AAPL --multiplier 1 --timespan minute --from 2003-09-10 --to 2003-10-10"

describe("previews", () => {
  it.effect("tell requests, rows and the time under the rate limit", () =>
    Effect.gen(function* () {
      // The clock of the test stands in 1970: nothing that is asked for has happened yet.
      const { exit, out } = yield* preview("stocks", "bars", year)
      assert.deepStrictEqual(exit, Exit.void)
      assert.deepStrictEqual(JSON.parse(out), {
        request: "/v2/aggs/ticker/AAPL/range/1/minute/2003-09-10/2003-10-10",
        requests: 1,
        shards: 1,
        rows: 0,
        expected_rows: 0,
        per_minute: 5,
        seconds: 0,
      })
    }),
  )

  it.live("count pages, shards and the pauses between them", () =>
    Effect.gen(function* () {
      const range = year.replace("2003-10-10", "2004-09-09")
      const told = JSON.parse((yield* preview("stocks", "bars", `${range} --concurrency 4 --per-minute 2`)).out)
      assert.strictEqual(told.seconds, 60 * Math.floor((told.requests - 1) / 2))
      assert.isAtLeast(told.shards, 4)
      assert.isAbove(told.rows, told.expected_rows)
      assert.isAbove(told.expected_rows, 50_000)
    }),
  )

  it.live("add the cost of several tickers", () =>
    Effect.gen(function* () {
      const range = year.replace("2003-10-10", "2004-09-09")
      const [one, two, terminal] = yield* Effect.all([
        preview("stocks", "bars", range),
        preview("stocks", "bars", range.replace("AAPL", "AAPL MSFT")),
        preview("stocks", "bars", range.replace("AAPL", "AAPL MSFT"), { terminal: true, columns: 120 }),
      ])
      const [cost, both] = [JSON.parse(one.out), JSON.parse(two.out)]
      assert.strictEqual(both.tickers, 2)
      assert.deepStrictEqual([both.requests, both.rows], [2 * cost.requests, 2 * cost.rows])
      assert.match(terminal.out, /^Request +\S+, and of 1 more ticker\n/)
      const none = yield* preview("stocks", "bars", range.replace("AAPL ", ""))
      assert(Exit.isFailure(none.exit))
      assert.include(String(none.exit.cause), "stocks bars needs TICKER")
    }),
  )

  it.live("are sentences in a terminal, broken where it ends", () =>
    Effect.gen(function* () {
      const people = { terminal: true, columns: 60 }
      const { out } = yield* preview("stocks", "bars", `${year} --per-minute 2`, people)
      assert.deepStrictEqual(out.split("\n"), [
        "Request   /v2/aggs/ticker/AAPL/range/1/minute/2003-09-10/2003-10-10",
        "Requests  1",
        "Rows      about 12,248, at most 22,080",
        "Time      no wait, at 2 requests a minute",
        "",
      ])
      const unknown = yield* preview("stocks", "dividends", "--ticker AAPL", people)
      assert.deepStrictEqual(unknown.out.split("\n"), [
        "Request   /stocks/v1/dividends?ticker=AAPL",
        "Requests  The service does not say beforehand how many rows",
        "          there are: one request for each page.",
        "",
      ])
    }),
  )

  it.effect("say what cannot be known", () =>
    Effect.gen(function* () {
      const told = JSON.parse((yield* preview("stocks", "dividends", "--ticker AAPL")).out)
      assert.deepStrictEqual(Object.keys(told), ["request", "note"])
      assert.strictEqual(told.request, "/stocks/v1/dividends?ticker=AAPL")
      const one = JSON.parse((yield* preview("stocks", "snapshot", "AAPL")).out)
      assert.strictEqual(one.requests, 1)
    }),
  )
})
