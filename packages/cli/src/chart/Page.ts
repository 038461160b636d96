/**
 * Chart as a standalone page: one file that needs no network.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import * as Assets from "../Assets.js"
import * as Chart from "./Chart.js"
import * as Data from "./page/Data.js"
import * as Times from "./Times.js"

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

const escape = (text: string): string => Foreign.lines(text).replace(/[&<>"']/g, (character) => entities[character]!)

/** JSON within an element `script`: no `<` may end it, or begin a comment. */
export const json = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c")

const clock = ({ timespan }: Chart.Chart): Times.Clock =>
  timespan === "second" ? "seconds" : Chart.isIntraday({ timespan }) ? "minutes" : "none"

const dataOf = (chart: Chart.Chart): Data.Data => {
  const { base, candles, format } = chart
  return {
    time: candles.map(({ time }) => time / 1000),
    open: candles.map(({ open }) => open),
    high: candles.map(({ high }) => high),
    low: candles.map(({ low }) => low),
    close: candles.map(({ close }) => close),
    volume: candles.map(({ volume }) => volume),
    base,
    notation: { decimals: format.decimals, isScientific: format.isScientific },
    clock: clock(chart),
  }
}

/** Maximum number of rows of the table: a browser is slow with many thousands. */
const mostRows = 500

const cell = (text: string) => `<td>${escape(text)}</td>`

/** Volumes of pairs have fractions. */
const volumes = /* @__PURE__ */ new Intl.NumberFormat("en-US", { maximumFractionDigits: 8 })

const table = (chart: Chart.Chart): string => {
  const { candles, format } = chart
  const shown = candles.slice(-mostRows).toReversed()
  const rows = shown.map(
    ({ close, high, low, open, time, volume }) =>
      `<tr><th scope="row">${escape(Times.whole(time, clock(chart)))}</th>${[open, high, low, close].map((price) => cell(format.price(price))).join("")}${cell(volumes.format(volume))}</tr>`,
  )
  const heads = ["Open", "High", "Low", "Close", "Volume"].map((name) => `<th scope="col">${name}</th>`)
  const which = shown.length < candles.length ? `The newest ${shown.length} bars` : "All bars"
  return `<table><caption>${which} of ${escape(chart.ticker)}, the newest first, ${Chart.zone(chart)}</caption>
<thead><tr><th scope="col">Begins</th>${heads.join("")}</tr></thead>
<tbody>
${rows.join("\n")}
</tbody></table>`
}

/** Hash with which a browser verifies the text of an element before it runs or applies it. */
const hash = (text: string): string => `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`

/** Permissions of the page: its own script and style, and nothing else. */
const policy = (script: string, style: string): string =>
  [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ")

const html = (chart: Chart.Chart, script: string, style: string): string => {
  const { base, candles, format } = chart
  const ticker = escape(chart.ticker)
  const { close } = candles.at(-1)!
  const count = `${candles.length.toLocaleString("en-US")} ${candles.length === 1 ? "bar" : "bars"}`
  const summary = `${Chart.size(chart)}, ${Chart.range(chart)}, ${Chart.zone(chart)}`
  const [lowest, highest] = candles.reduce(
    ([lowest, highest], { high, low }) => [Math.min(lowest, low), Math.max(highest, high)],
    [Infinity, -Infinity],
  )
  const description = `Candles and volume of ${chart.ticker}: ${count}, from ${Times.whole(candles[0]!.time, clock(chart))} to ${Times.whole(candles.at(-1)!.time, clock(chart))}; lowest price ${format.price(lowest)}, highest ${format.price(highest)}, last ${format.price(close)}. The table below holds the values.`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escape(policy(script, style))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="candela">
<link rel="icon" href="data:,">
<title>${ticker} · ${escape(summary)}</title>
<style>${style}</style>
</head>
<body>
<main>
<figure>
<figcaption>
<h1>${ticker}</h1>
<p id="last"><b>${escape(format.price(close))}</b> <span class="${close < base ? "fall" : "rise"}">${escape(format.change(base, close))}</span></p>
<p id="summary" class="label">${escape(summary)}</p>
</figcaption>
<div id="legend" aria-hidden="true"></div>
<div class="plot"><div id="plot" role="group" tabindex="0" aria-label="${escape(description)}" aria-keyshortcuts="ArrowLeft ArrowRight + - 0"></div></div>
</figure>
<details>
<summary>Table of the bars</summary>
<div class="rows" role="region" aria-label="Table of the bars" tabindex="0">
${table(chart)}
</div>
</details>
</main>
<footer>
<p>Keys on the chart: ← → pan, + − zoom, 0 all.</p>
${chart.isSynthetic ? "<p><strong>Prices and volumes are synthetic:</strong> they come from the sandbox.</p>\n" : ""}<p>Charts by <a href="https://www.tradingview.com/" rel="noreferrer">TradingView</a> Lightweight Charts™, Copyright (c) 2026 TradingView, Inc., Apache License 2.0.</p>
</footer>
<script type="application/json" id="${Data.id}">${json(dataOf(chart))}</script>
<script>${script}</script>
</body>
</html>
`
}

/** Renders the page of a chart. */
export const page = (chart: Chart.Chart): Effect.Effect<string> =>
  Effect.map(Effect.all([Assets.read("chart/page.js"), Assets.read("chart/page.css")]), ([script, style]) =>
    html(chart, script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--"), style),
  )
