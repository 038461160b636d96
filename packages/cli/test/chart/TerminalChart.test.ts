import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import stringWidth from "string-width"
import type { Chart } from "../../src/chart/Chart.js"
import { leastHeight } from "../../src/chart/Height.js"
import * as TerminalChart from "../../src/chart/TerminalChart.js"
import { assertExpected } from "../expected.js"
import { anyChart, chartOf, dayMillis, walk } from "./charts.js"
import { runs } from "@candela/support/seeded"

const draw = (chart: Chart, size: Partial<TerminalChart.ChartSize> = {}) =>
  TerminalChart.draw(chart, { columns: 80, height: 23, hasColors: false, ...size })

// oxlint-disable-next-line no-control-regex -- the codes of colours
const plain = (text: string) => text.replaceAll(/\u001B\[\d+m/g, "")

const anySize = FastCheck.record({
  columns: FastCheck.integer({ min: 20, max: 200 }),
  height: FastCheck.integer({ min: 1, max: 60 }),
  hasColors: FastCheck.boolean(),
})

/** Characters of candles: bodies and wicks, narrow and wide. */
const ofCandles = /[╷╵│╻╹┃╽╿║░█▀▄]/

/** The columns of the plot, without the headline and the axes. */
const plotOf = (lines: ReadonlyArray<string>) => {
  const axis = lines.findIndex((line) => line.includes("┘"))
  const width = lines[axis]!.indexOf("┘")
  const top = lines.findIndex((line) => /[│├╞]/.test(line[width] ?? ""))
  return { width, lines: lines.slice(top, axis).map((line) => line.slice(0, width)) }
}

/** The prices beside the plot, from the top down. */
const labelsOf = (lines: ReadonlyArray<string>) =>
  lines.flatMap((line) => {
    const [, text] = /[├╞] ([-−\d.,e]+)$/.exec(line) ?? []
    return text === undefined ? [] : [Number(text.replaceAll(",", "").replaceAll("−", "-"))]
  })

describe("chart in a terminal", () => {
  it("is never wider than the terminal, and as high as asked", () => {
    FastCheck.assert(
      FastCheck.property(anyChart(120), anySize, (chart, size) => {
        const lines = draw(chart, size)
        for (const line of lines) assert.isAtMost(stringWidth(line), size.columns)
        const least = Math.max(size.height, leastHeight)
        // A headline of several lines may need more than the least.
        assert.isAtLeast(lines.length, Math.min(least, leastHeight))
        if (size.height >= 16) assert.strictEqual(lines.length, size.height)
      }),
      { numRuns: runs(100) },
    )
  })

  it("says the same with colours and without, but for what is hollow and the lines of the grid", () => {
    FastCheck.assert(
      FastCheck.property(anyChart(40), (chart) => {
        const same = (text: string) => plain(text).replaceAll(/[┈╷╵│╻╹┃╽╿║░█▀▄ ]/g, "")
        assert.deepStrictEqual(draw(chart, { hasColors: true }).map(same), draw(chart).map(same))
      }),
      { numRuns: runs(50) },
    )
  })

  it("draws every bar once, in a column of its own", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.integer({ min: 1, max: 60 }), FastCheck.boolean(), (count, hasColors) => {
        // No bar reaches its neighbours, so that each column that is not blank is one bar's.
        const candles = walk(count).map((candle) => ({ ...candle, volume: 0 }))
        const { lines, width } = plotOf(draw(chartOf(candles), { hasColors }).map(plain))
        const drawn = Array.from({ length: width }, (_, column) =>
          lines.some((line) => ofCandles.test(line[column] ?? "")),
        )
        const body = drawn.filter(Boolean).length / count
        assert.strictEqual(body % 2, 1, `${drawn.filter(Boolean).length} columns of ${count} bars`)
      }),
    )
  })

  it("draws every volume above zero", () => {
    const candles = walk(50).map((candle, index) => ({ ...candle, volume: index % 2 === 0 ? 1e9 : 1 }))
    const { lines } = plotOf(draw(chartOf(candles)))
    assert.notInclude(lines.at(-1)!.trim(), " ")
  })

  it("has round prices beside the plot, in descending order, between the lowest and the highest", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.double({ min: 0.01, max: 1e5, noNaN: true }),
        FastCheck.double({ min: 1e-3, max: 3, noNaN: true }),
        FastCheck.integer({ min: 12, max: 60 }),
        (low, share, height) => {
          const high = low * (1 + share)
          const candle = { open: low, close: high, high, low, volume: 0 }
          const chart = chartOf([0, 1].map((index) => ({ ...candle, time: index * dayMillis })))
          const labels = labelsOf(draw(chart, { height }))
          assert.isAtLeast(labels.length, 2)
          assert.deepStrictEqual(
            labels,
            labels.toSorted((a, b) => b - a),
          )
          const last = Number(chart.format.price(high).replaceAll(",", ""))
          const room = 10 ** -chart.format.decimals
          for (const label of labels) {
            assert.isTrue(label === last || (label >= low - room && label <= high + room), `${label}`)
          }
          const ticks = labels.slice(1)
          const steps = ticks.slice(1).map((tick, index) => ticks[index]! - tick)
          for (const step of steps) {
            const leading = Number(
              step
                .toPrecision(6)
                .replace(/^0\.0*|\.|e.*/g, "")
                .replace(/0+$/, "")[0] ?? 0,
            )
            assert.include([1, 2, 5], leading, `steps of ${step}`)
          }
        },
      ),
    )
  })

  it("has whole labels of time, apart from each other", () => {
    FastCheck.assert(
      FastCheck.property(anyChart(200), anySize, (chart, size) => {
        const times = plain(draw(chart, size).at(-1)!).trim()
        const labels = times.split(/ {2,}/).filter((text) => text !== "")
        for (const label of labels) {
          assert.match(label, /^(\d{4}|[A-Z][a-z]{2}( \d{1,2}(, \d{4}| \d\d:\d\d)?)?|\d\d:\d\d(:\d\d)?)$/)
        }
      }),
      { numRuns: runs(100) },
    )
  })

  it("draws a line where there are more bars than columns, through every column", () => {
    const { lines, width } = plotOf(draw(chartOf(walk(1000))))
    for (let column = 0; column < width; column++) {
      assert.isTrue(
        lines.some((line) => /[\u2801-\u28FF]/.test(line[column] ?? "")),
        `column ${column}`,
      )
    }
  })

  it("spreads a few bars over the whole width", () => {
    const { lines, width } = plotOf(draw(chartOf(walk(5))))
    const last = Math.max(...lines.map((line) => line.trimEnd().length))
    assert.isAtLeast(last, width * 0.85)
  })

  it("draws one bar, and constant prices", () => {
    const still = (time: number) => ({ time, open: 5, high: 5, low: 5, close: 5, volume: 0 })
    assert.include(draw(chartOf([still(0)])).join("\n"), "5.00")
    const { lines } = plotOf(draw(chartOf([0, 1, 2].map((day) => still(day * dayMillis)))))
    assert.lengthOf(
      lines.filter((line) => line.trim() !== ""),
      1,
    )
  })

  it("writes tiny and huge prices in full, or all of them with powers of ten", () => {
    const of = (open: number, close: number) =>
      draw(chartOf([{ time: 0, open, close, high: Math.max(open, close), low: Math.min(open, close), volume: 1 }]))
    assert.include(of(0.00001, 0.00002)[0], "0.00002  +0.00001 (+100.00%)")
    assert.include(of(7e5, 712_345.6)[0], "712,345.60")
    assert.include(of(1e15, 2e15)[0], "2.00000e15  +1.00000e15 (+100.00%)")
  })
})

describe("screens", () => {
  const charts: Readonly<Record<string, Chart>> = {
    candles: chartOf(walk(60), { from: "2024-01-01", to: "2024-03-22" }),
    line: chartOf(walk(400), { from: "2024-01-01", to: "2025-07-11" }),
    few: chartOf(walk(5), { from: "2024-01-01", to: "2024-01-05" }),
    minutes: chartOf(walk(130, 300_000), { timespan: "minute", multiplier: 5, from: "2024-01-01", to: "2024-01-01" }),
  }
  for (const [name, chart] of Object.entries(charts)) {
    for (const columns of [80, 160]) {
      it(`${name}, ${columns} columns`, () => {
        const size = { columns, height: columns === 80 ? 23 : 40 }
        for (const [hasColors, ending] of [
          [false, "txt"],
          [true, "ansi"],
        ] as const) {
          const lines = draw(chart, { ...size, hasColors })
          assert.isNotEmpty(lines)
          assertExpected(`chart/screens/${name}-${columns}.${ending}`, `${lines.join("\n")}\n`)
        }
      })
    }
  }
})
