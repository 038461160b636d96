/** Every topic has events, under the spelling of its tickers. */
import * as Topics from "@candela/catalog/Topics"
import { Sandbox } from "@candela/sandbox/Sandbox"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { sampled } from "@candela/support/seeded"
import { topics } from "../../src/live/topics/all.js"
import { subscribed } from "./support.js"

/** Before the opening auction, whose imbalances are told. */
const from = Date.parse("2025-06-30T09:15:00-04:00")

/** Tickers of the examples in the service's document, and keys of their events. */
const cases = [
  ["/stocks", "T", "sym", "AAPL", "x i z p s ds t q"],
  ["/stocks", "Q", "sym", "AAPL", "bx bp bs ax ap as c i t q z"],
  ["/stocks", "A", "sym", "AAPL", "v dv av dav op vw o c h l a z s e"],
  ["/stocks", "AM", "sym", "AAPL", "v dv av dav op vw o c h l a z s e"],
  ["/delayed/stocks", "AM", "sym", "AAPL", "v dv av dav op vw o c h l a z s e"],
  ["/stocks", "LULD", "T", "AAPL", "h l i z t q"],
  ["/stocks", "NOI", "T", "AAPL", "t at a i x o p b"],
  ["/business/stocks", "FMV", "sym", "AAPL", "fmv t"],
  ["/launchpad/stocks", "AM", "sym", "AAPL", "v av op vw o c h l a z s e"],
  ["/launchpad/stocks", "LV", "sym", "AAPL", "val t"],
  ["/options", "T", "sym", "O:AAPL250703C00200000", "x p s t q"],
  ["/options", "Q", "sym", "O:AAPL250703C00200000", "bx ax bp ap bs as t q"],
  ["/options", "A", "sym", "O:AAPL250703C00200000", "v av op vw o c h l a z s e"],
  ["/options", "AM", "sym", "O:AAPL250703C00200000", "v av op vw o c h l a z s e"],
  ["/business/options", "FMV", "sym", "O:AAPL250703C00200000", "fmv t"],
  ["/launchpad/options", "AM", "sym", "O:AAPL250703C00200000", "v av op vw o c h l a z s e"],
  ["/launchpad/options", "LV", "sym", "O:AAPL250703C00200000", "val t"],
  ["/forex", "C", "p", "USD/CNH", "x a b t"],
  ["/forex", "CA", "pair", "EUR/USD", "o c h l v s e"],
  ["/forex", "CAS", "pair", "EUR/USD", "o c h l v s e"],
  ["/business/forex", "FMV", "sym", "C:EURUSD", "fmv t"],
  ["/launchpad/forex", "AM", "sym", "C:EUR-USD", "v av op vw o c h l a z s e"],
  ["/launchpad/forex", "LV", "sym", "C:EURUSD", "val t"],
  ["/crypto", "XT", "pair", "BTC-USD", "p t s c i x r"],
  ["/crypto", "XQ", "pair", "BTC-USD", "bp bs ap as t x r"],
  ["/crypto", "XL2", "pair", "BTC-USD", "b a t x r"],
  ["/crypto", "XA", "pair", "BTC-USD", "o c h l v s e vw z"],
  ["/crypto", "XAS", "pair", "BTC-USD", "o c h l v s e vw z"],
  ["/business/crypto", "FMV", "sym", "X:BTC-USD", "fmv t"],
  ["/launchpad/crypto", "AM", "sym", "X:BTC-USD", "v av op vw o c h l a z s e"],
  ["/launchpad/crypto", "LV", "sym", "X:BTC-USD", "val t"],
  ["/indices", "A", "sym", "I:SPX", "op o c h l s e"],
  ["/indices", "AM", "sym", "I:SPX", "op o c h l s e"],
  ["/indices", "V", "T", "I:SPX", "val t"],
  ["/futures/cme", "AM", "sym", "ESU5", "v dv n o c h l s e"],
  ["/futures", "A", "sym", "ESU5", "v dv n o c h l s e"],
  ["/futures", "T", "sym", "ESU5", "p s t q"],
  ["/futures", "Q", "sym", "ESU5", "bp bs bt ap as at t"],
] as const

/** Host and cluster of a path. */
const placeOf = (path: string) => {
  const [, host, cluster] = /^(?:\/(delayed|business|launchpad))?\/(\w+)/.exec(path)!
  return `${host === undefined || host === "delayed" ? "market" : host} ${cluster}`
}

const declared = new Map(
  Topics.topics.map(({ declaration }) => [
    `${declaration.feed} ${declaration.cluster} ${declaration.code}`,
    declaration,
  ]),
)

/** Integers that `JSON.parse` has rounded, as the texts that a declaration reads. */
const exact = (value: unknown): unknown =>
  typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value) ? String(BigInt(value)) : value

describe("the topics of the live channel", () => {
  it("are the 33 of the service's document and the four of futures", () => {
    const names = topics.map(({ cluster, code, feed }) => `${feed} ${cluster} ${code}`)
    assert.strictEqual(new Set(names).size, 37)
    assert.sameMembers(names, [...declared.keys()])
    assert.sameMembers([...new Set(cases.map(([path, code]) => `${placeOf(path)} ${code}`))], names)
  })

  it.effect("have events, under the spelling of their tickers, that are rows of the declared topics", () =>
    Effect.gen(function* () {
      for (const [path, code, key, ticker, keys] of sampled(cases, 1)) {
        const client = yield* subscribed(path, `${code}.${ticker}`)
        const told = yield* client.until((told) => told.length > 3)
        client.socket.close()
        const { ev, ...event } = told[3]!
        assert.deepStrictEqual([ev, event[key]], [code, ticker])
        assert.includeMembers(Object.keys(event), [key, ...keys.split(" ")], `${path} ${code}`)
        const { row, spelling } = declared.get(`${placeOf(path)} ${code}`)!
        const wire = Object.fromEntries(Object.entries(event).map(([name, value]) => [name, exact(value)]))
        const decoded = Schema.decodeUnknownSync(row)(wire, { onExcessProperty: "error" })
        assert.strictEqual(spelling.toWire(spelling.fromWire(decoded.ticker)), ticker)
      }
    }).pipe(Effect.provide(Sandbox.liveLayer({ live: { from, speed: "asap" } }))),
  )
})
