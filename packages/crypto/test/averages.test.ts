import { Crypto } from "@candela/crypto"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream, Struct } from "effect"
import { scripted } from "./service.js"

const bar = {
  volume: 0.13790418,
  vwap: 64261.49748133,
  open: 64287.74,
  close: 64250.79,
  high: 64298.35,
  low: 64236.81,
  timestamp: 1_708_905_600_000,
  transactions: 33,
}

/** A bar as it stands on the wire. */
const wireBar =
  '{"v":0.13790418,"vw":64261.49748133,"o":64287.74,"c":64250.79,"h":64298.35,"l":64236.81,"t":1708905600000,"n":33}'

const average = { timestamp: 1_708_905_600_000, value: 63_412.25 }

describe("averages", () => {
  it.effect("are read with the bars beside them, in any order, and pages without either", () =>
    Effect.gen(function* () {
      const crypto = yield* Crypto
      const pages = [...(yield* Stream.runCollect(crypto.sma.pages({ cryptoTicker: "X:BTCUSD" })))]
      assert.deepStrictEqual(
        pages.map((page) => Struct.omit(page, "next_url")),
        [
          {
            status: "OK",
            request_id: "7",
            underlying: { aggregates: [bar], url: "https://service.test/v2/aggs/ticker/X:BTCUSD/range/1/day/1/2" },
            results: [average, { timestamp: 1_708_819_200_000 }],
          },
          { status: "OK", underlying: { url: "https://service.test/v2" }, results: [{ timestamp: 1_708_732_800_000 }] },
          { results: [] },
          { status: "OK", results: [] },
        ],
      )
    }).pipe(
      Effect.provide(
        scripted([
          ScriptedTransport.text(
            `{"results":{"values":[{"value":63412.25,"timestamp":1.7089056e12,"extra":1},{"timestamp":1708819200000,"value":null}],"model":"x",
            "underlying":{"aggregates":[${wireBar}],"url":"https://service.test/v2/aggs/ticker/X:BTCUSD/range/1/day/1/2","took":5}},
            "next_url":"/v1/indicators/sma/X:BTCUSD?cursor=2","request_id":7,"status":"OK"}`,
          ),
          ScriptedTransport.text(
            `{"status":"OK","results":{"underlying":{"url":"https://service.test/v2","aggregates":null},"values":[{"timestamp":1708732800000}]},"next_url":"?cursor=3"}`,
          ),
          ScriptedTransport.text('{"next_url":"?cursor=4","results":null}'),
          ScriptedTransport.text('{"status":"OK","results":{"values":null}}'),
        ]),
      ),
    ),
  )
})
