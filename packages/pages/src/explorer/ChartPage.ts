/**
 * The chart: what is chosen, what the service gives for it, and how it is drawn.
 *
 * @module
 */
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import type { Candle } from "./Candles.js"
import * as Candles from "./Candles.js"
import * as ChartKeys from "./ChartKeys.js"
import * as Combobox from "./Combobox.js"
import * as Connection from "./Connection.js"
import { byId, element } from "../common/Dom.js"
import * as Failure from "./Failure.js"
import * as Format from "./Format.js"
import * as Legend from "./Legend.js"
import * as Markets from "./Markets.js"
import * as Notice from "./Notice.js"
import * as Plot from "./Plot.js"
import * as Range from "./Range.js"
import * as Requests from "./Requests.js"
import * as Search from "./Search.js"
import * as Toolbar from "./Toolbar.js"
import * as View from "./View.js"

/** The most bars that are drawn: the newest of a range. */
const most = 50_000

const zoneLabels = { "America/New_York": "New York time", "America/Chicago": "Chicago time", UTC: "UTC" } as const

/** The newest values of a stream, in ascending order. */
const ascending = <A, E, R>(values: Stream.Stream<A, E, R>) =>
  Stream.runCollect(Stream.take(values, most)).pipe(Effect.map((chunk) => Chunk.toReadonlyArray(chunk).toReversed()))

const loadStudy = (
  name: View.StudyName,
  zone: Parameters<typeof Candles.clock>[0],
  asked: Markets.Asked<Markets.StudyValue, Markets.Services>,
) =>
  Effect.map(ascending(asked.values), (values) => {
    const points = values.flatMap(({ histogram, signal, timestamp, value }): ReadonlyArray<Plot.StudyPoint> =>
      timestamp === undefined || value === undefined
        ? []
        : [{ time: Candles.clock(zone, timestamp), value, signal, histogram }],
    )
    return [name, points] as const
  })

/** The page of charts. */
export interface ChartPage {
  /** Shows a view for as long as it runs. */
  readonly show: (view: View.Chart) => Effect.Effect<never, never, Connection.Services>
  /** Draws again, in the colours of the theme. */
  readonly redraw: () => void
}

/** Makes the page work. `navigate` leads to another view; `onFailure` learns why one cannot be shown. */
export const make = (navigate: (view: View.View) => void, onFailure: (failure: Failure.Failure) => void): ChartPage => {
  let view = View.chart("stocks")
  let drawn: Plot.Drawn | undefined
  let plot: Plot.Plot | undefined

  const search = byId<HTMLInputElement>("search")
  const found = Combobox.make(search, byId("found"), (ticker) => navigate({ ...view, ticker }))
  const toolbar = Toolbar.make(() => view, navigate)
  ChartKeys.listen(() => plot)

  const redraw = () => {
    const visible = plot?.visible() ?? null
    plot?.remove()
    plot = undefined
    if (drawn === undefined) return Legend.clear()
    const onMoved = Legend.make(drawn, Toolbar.studyLabels)
    plot = Plot.draw(byId("plot"), { ...drawn, visible }, onMoved)
  }
  const clear = () => {
    drawn = undefined
    redraw()
    byId("last").textContent = ""
  }

  const mark = () => {
    toolbar.mark()
    document.title = `${view.ticker} · Candela sandbox`
    byId("ticker").textContent = view.ticker
    byId("plot").setAttribute("aria-label", `Chart of ${view.ticker}`)
  }

  const showLast = (candles: ReadonlyArray<Candle>, decimals: number) => {
    const { open } = candles[0]!
    const { close } = candles.at(-1)!
    const since = Range.isName(view.range) ? view.range : "in these days"
    const change = element("span", { className: close < open ? "fall" : "rise" }, Format.change(open, close, decimals))
    byId("last").replaceChildren(
      element("b", {}, Format.price(close, decimals)),
      " ",
      change,
      " ",
      element("span", { className: "label" }, since),
    )
  }

  const showName = Effect.suspend(() => {
    byId("name").textContent = ""
    return Search.nameOf(view.market, view.ticker)
  }).pipe(
    Effect.map((name) => (byId("name").textContent = name)),
    Effect.ignore, // The chart says what is wrong.
  )

  const load = Effect.gen(function* () {
    const { market, study } = Markets.all[view.market]
    const summary = byId("summary")
    const notice = byId("chart-notice")
    Notice.show(notice, undefined)
    summary.textContent = "Loading …"
    const dates = Markets.dates(view, yield* Connection.now(location.origin))
    toolbar.showDates(dates)
    const asksBars = Markets.all[view.market].bars(view, dates)
    const asked = study ? view.studies.map((name) => [name, study(name, view, dates)] as const) : []
    Requests.show([asksBars.call, ...asked.map(([, { call }]) => call)])
    const loading = yield* Effect.fork(
      Effect.forEach(asked, ([name, one]) => loadStudy(name, market.zone, one), { concurrency: "unbounded" }),
    )
    const candles = yield* ascending(Stream.flattenIterables(asksBars.values))
    const span = `${dates.from} to ${dates.to}`
    if (candles.length === 0) {
      const message = `${view.ticker} has no bars from ${span}. Choose a longer range, other dates, or another ticker.`
      summary.textContent = ""
      clear()
      return Notice.show(notice, { kind: "plain", title: "No trading in this range", message })
    }
    const isIntraday = view.timespan === "minute" || view.timespan === "hour"
    const decimals = Math.min(Format.decimals(candles.slice(-100).map(({ close }) => close)), market.decimals)
    plot?.remove()
    plot = undefined
    drawn = { candles, studies: [], isIntraday, decimals }
    redraw()
    showLast(candles, decimals)
    const count = candles.length.toLocaleString("en-US")
    const bars = `${candles.length === most ? "the newest " : ""}${count} ${Toolbar.timespanLabels[view.timespan].toLowerCase()} bars`
    drawn = { ...drawn, studies: yield* Fiber.join(loading) }
    if (drawn.studies.length > 0) redraw()
    summary.textContent = `${bars}, ${span}, ${zoneLabels[market.zone]}`
  })

  const failed = (failure: Failure.Failure) =>
    Effect.sync(() => {
      clear()
      byId("summary").textContent = ""
      Notice.show(byId("chart-notice"), Notice.ofFailure(failure))
      onFailure(failure)
    })

  const offers = Stream.fromEventListener(search, "input").pipe(
    Stream.merge(Stream.fromEventListener(search, "focus")),
    Stream.debounce("120 millis"),
    Stream.flatMap(
      () =>
        Stream.fromEffect(
          Search.find(view.market, search.value).pipe(
            Effect.match({
              onFailure: (failure) => found.say(Failure.words(failure).title),
              onSuccess: (tickers) => (tickers.length > 0 ? found.offer(tickers) : found.say("No ticker found")),
            }),
          ),
        ),
      { switch: true },
    ),
    Stream.runDrain,
  )

  return {
    redraw,
    show: (shown) =>
      Effect.suspend(() => {
        view = shown
        mark()
        const figure = byId("figure")
        figure.ariaBusy = "true"
        const shownOrNot = Effect.ensuring(
          Effect.catchAll(load, failed),
          Effect.sync(() => (figure.ariaBusy = "false")),
        )
        return Effect.zipRight(
          Effect.all([shownOrNot, showName, offers], { concurrency: "unbounded", discard: true }),
          Effect.never,
        )
      }),
  }
}
