import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { json, page } from "../../src/chart/Page.js"
import type { Data } from "../../src/chart/page/Data.js"
import { chartOf, walk } from "./charts.js"

const within = (html: string, before: string, after: string) => html.split(before)[1]!.split(after)[0]!

const unescape = (text: string) =>
  text.replaceAll("&#39;", "'").replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&")

describe("page of a chart", () => {
  it.effect("asks no host for anything: nothing is loaded, and its policy permits its own script and style alone", () =>
    Effect.gen(function* () {
      const html = yield* page(chartOf(walk(30)))
      const script = within(html, "<script>", "</script>")
      const markup = html.replace(script, "")
      const addresses = Array.from(
        markup.matchAll(/(?:src|href|action|url)\s*[=(]\s*["']?([^"'\s>)]+)/gi),
        ([, url]) => url,
      )
      assert.deepStrictEqual(addresses, ["data:,", "https://www.tradingview.com/"])
      assert.notMatch(markup, /@import|<(?:iframe|object|embed|img|form|base)\b/i)
      const policy = unescape(within(html, 'http-equiv="Content-Security-Policy" content="', '"'))
      const sha = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`
      assert.deepStrictEqual(policy.split("; "), [
        "default-src 'none'",
        `script-src ${sha(script)}`,
        `style-src ${sha(within(html, "<style>", "</style>"))}`,
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
      ])
      assert.include(script, "Licensed under Apache License 2.0")
      assert.include(script, "TradingView Lightweight Charts™")
    }),
  )

  it.effect("holds the bars as they are, and shows the newest of them in a table", () =>
    Effect.gen(function* () {
      const candles = walk(700)
      const html = yield* page(chartOf(candles, { isSynthetic: true }))
      const data = JSON.parse(within(html, '<script type="application/json" id="data">', "</script>")) as Data
      assert.deepStrictEqual(
        data.time.map((time, index) => ({
          time: time * 1000,
          open: data.open[index],
          close: data.close[index],
          high: data.high[index],
          low: data.low[index],
          volume: data.volume[index],
        })),
        [...candles],
      )
      const rows = html.match(/<tr><th scope="row">/g)
      assert.lengthOf(rows!, 500)
      assert.include(html, "The newest 500 bars of AAPL")
      assert.include(html, "synthetic")
    }),
  )

  it.effect("takes no markup from a ticker", () =>
    Effect.gen(function* () {
      const ticker = `</script><script>alert(1)</script><b title="'&">`
      const html = yield* page(chartOf(walk(3), { ticker }))
      assert.notInclude(html, "alert(1)</script>")
      assert.notInclude(html, "<b title=")
      assert.lengthOf(html.match(/<script/g)!, 2)
      assert.include(html, "&lt;/script&gt;&lt;script&gt;alert(1)")
    }),
  )

  it("embeds texts so that none of them ends the element, or begins a comment", () => {
    const texts = ["</script>", "<!-- <script>", "a < b"]
    assert.notInclude(json(texts), "<")
    assert.deepStrictEqual(JSON.parse(json(texts)), texts)
  })
})
