import { Disconnected, Evicted, LiveDecodeError, LiveUnauthorized, Overflow, Refused } from "@candela/core/LiveError"
import type { NotFound } from "@candela/core/MarketDataError"
import { assert, describe, it } from "@effect/vitest"
import * as LiveState from "../../src/explorer/LiveState.js"

const where = { cluster: "stocks", origin: "ws://127.0.0.1:8787", urlFrom: "url of LiveConnection.layer" }

describe("LiveState", () => {
  it("says why a chart follows no longer, in words for who looks at a page", () => {
    const topic = "stocks.secondBars"
    const cases = [
      [new LiveUnauthorized({ ...where, detail: "not authorized" }), "Refused. The service says: not authorized"],
      [new Refused({ ...where, topic, tickers: ["AAPL"], detail: "no" }), "Refused. The service says: no"],
      [new Evicted({ ...where, times: 3, within: 600_000 }), "Stopped: another program or tab uses this key"],
      [new Disconnected({ ...where, attempts: 6, detail: "closed" }), "Stopped: the connection is lost"],
      [new Overflow({ topic, capacity: 3 }), /^Stopped: The consumer of stocks.secondBars is slower/],
      [
        new LiveDecodeError({ topic, path: "c", expected: "a number", snippet: "x" }),
        /^Stopped: stocks.secondBars sent/,
      ],
      [{ _tag: "NotFound", message: "none" } as NotFound, "Stopped: Nothing there"],
    ] as const
    for (const [error, expected] of cases) {
      const said = LiveState.reason(error)
      assert.isTrue(typeof expected === "string" ? said === expected : expected.test(said), said)
      assert.notInclude(said, "LiveConnection.layer")
    }
  })
})
