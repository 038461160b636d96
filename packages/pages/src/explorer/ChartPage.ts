/**
 * Chart page: the choices, the service's data for them, and the drawing.
 *
 * @module
 */
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { localTime, type Candle } from "@candela/market/Candles"
import * as LiveCandles from "@candela/market/internal/LiveCandles"
import { dateOf, type Zone } from "@candela/market/TimeZone"
import * as Change from "./Change.js"
import * as ChartKeys from "./ChartKeys.js"
import * as Combobox from "./Combobox.js"
import * as Connection from "./Connection.js"
import { byId, element } from "../common/Dom.js"
import * as Failure from "./Failure.js"
import * as Format from "./Format.js"
import * as Legend from "./Legend.js"
import * as LiveState from "./LiveState.js"
import * as Markets from "./Markets.js"
import * as Notice from "./Notice.js"
import * as Plot from "./Plot.js"
import * as Range from "./Range.js"
import * as Requests from "./Requests.js"
import * as Search from "./Search.js"
import * as Studies from "./Studies.js"
import * as Toolbar from "./Toolbar.js"
import * as View from "./View.js"

/** Maximum number of drawn bars: the latest of a range. */
const most = 50_000

const zoneLabels = { "America/New_York": "New York time", "America/Chicago": "Chicago time", UTC: "UTC" } as const

/** Collects the latest values of a descending stream, in ascending order. */
const ascending = <A, E, R>(values: Stream.Stream<A, E, R>) =>
  Stream.runCollect(Stream.take(values, most)).pipe(Effect.map((chunk) => Chunk.toReadonlyArray(chunk).toReversed()))

/** Returns the values of a study at the times of the bars, from the service or computed from the bars. */
const loadStudy = (
  name: View.StudyName,
  zone: Zone,
  asked: Markets.Asked<Markets.StudyValue, Markets.ChartServices> | undefined,
  candles: ReadonlyArray<Candle>,
) => {
  if (asked === undefined) return Effect.succeed([name, Studies.compute(name, candles)] as const)
  const times = new Set(candles.map(({ time }) => time))
  return Effect.map(ascending(asked.values), (values) => {
    const points = values.flatMap(({ histogram, signal, timestamp, value }): ReadonlyArray<Plot.StudyPoint> =>
      timestamp === undefined || value === undefined
        ? []
        : [{ time: localTime(zone, timestamp), value, signal, histogram }],
    )
    return [name, points.filter(({ time }) => times.has(time))] as const
  })
}

const noTrading = (ticker: string, span: string): Notice.NoticeText => ({
  kind: "plain",
  title: "No trading in this range",
  message: `${ticker} has no bars from ${span}. Choose a longer range, other dates, or another ticker.`,
})

const unknown = ({ market, ticker }: View.Chart): Notice.NoticeText => ({
  kind: "warning",
  title: `Unknown ticker ${ticker}`,
  message: `The service has no ${ticker} among ${Markets.labels[market].toLowerCase()}. The search looks in all markets, by ticker and by name.`,
})

/** Shortest time between two drawings of a chart that follows. */
const pause = "200 millis"

/** Page of charts. */
export interface ChartPage {
  /** Shows a view while the effect runs. */
  readonly show: (view: View.Chart) => Effect.Effect<never, never, Connection.Services>
  /** Redraws in the colours of the theme. */
  readonly redraw: () => void
}

/** Activates the page. `navigate` opens another view; `onFailure` receives the error of a view that cannot be shown. */
export const make = (navigate: (view: View.View) => void, onFailure: (failure: Failure.Failure) => void): ChartPage => {
  let view = View.chart("stocks")
  let drawn: Plot.Drawn | undefined
  let plot: Plot.Plot | undefined
  let onMoved: (time: number | undefined) => void = () => {}
  let pointed: number | undefined

  const search = byId<HTMLInputElement>("search")
  const found = Combobox.make(search, byId("found"), Markets.labels, (chosen) => navigate({ ...view, ...chosen }))
  const toolbar = Toolbar.make(() => view, navigate)
  ChartKeys.listen(() => plot)

  const redraw = () => {
    const visible = plot?.visible() ?? null
    plot?.remove()
    plot = undefined
    if (drawn === undefined) return Legend.clear()
    onMoved = Legend.make(drawn, Toolbar.studyLabels)
    plot = Plot.draw(byId("plot"), drawn, (time) => onMoved((pointed = time)), visible)
  }
  const addStudies = (studies: Plot.Drawn["studies"]) => {
    if (drawn === undefined || plot === undefined) return
    drawn = { ...drawn, studies }
    onMoved = Legend.make(drawn, Toolbar.studyLabels)
    for (const study of studies) plot.addStudy(...study)
  }
  const grow = (changed: ReadonlyArray<Candle>) => {
    if (drawn === undefined || plot === undefined || changed.length === 0) return
    const candles = LiveCandles.merge(drawn.candles, changed)
    const studies = drawn.studies.map(([name]) => [name, Studies.compute(name, candles)] as const)
    drawn = { ...drawn, candles, studies }
    plot.grow(drawn, changed)
    onMoved = Legend.make(drawn, Toolbar.studyLabels)
    onMoved(pointed)
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

  const showLast = (change: Change.Change | undefined, decimals: number) => {
    if (change === undefined) return byId("last").replaceChildren()
    const { from, since, to } = change
    const span = Range.isName(view.range) ? view.range : "in these days"
    byId("last").replaceChildren(
      element("b", {}, Format.price(to, decimals)),
      " ",
      element("span", { className: to < from ? "fall" : "rise" }, Format.change(from, to, decimals)),
      " ",
      element("span", { className: "label" }, since === undefined ? span : `since ${dateOf("UTC", since)}`),
    )
  }

  const showName = Effect.suspend(() => {
    byId("name").textContent = ""
    return Search.nameOf(view.market, view.ticker)
  }).pipe(
    Effect.map((name = "") => (byId("name").textContent = name)),
    Effect.ignore, // The chart reports the error.
  )

  const load = Effect.gen(function* () {
    const { market, study } = Markets.all[view.market]
    const asksStudy = Markets.hasStudies(view) ? study : undefined
    const summary = byId("summary")
    const notice = byId("chart-notice")
    Notice.show(notice, undefined)
    summary.textContent = "Loading …"
    const present = yield* Connection.present(location.origin)
    toolbar.offerLive(present.passes)
    const dates = Markets.dates(view, present.now)
    toolbar.showDates(dates)
    const asksBars = Markets.all[view.market].bars(view, dates)
    const asksDays = Markets.days(view, dates)
    const asksStudies = view.studies.map((name) => [name, asksStudy?.(name, view, dates)] as const)
    Requests.show([
      asksBars.call,
      ...asksStudies.flatMap(([, asked]) => (asked === undefined ? [] : [asked.call])),
      asksDays.call,
    ])
    const loadDays = ascending(Stream.flattenIterables(asksDays.values))
    const [candles, days] = yield* Effect.all(
      [
        ascending(Stream.flattenIterables(asksBars.values)),
        // A plan may include the range, but not the days before it.
        Effect.orElseSucceed(loadDays, (): ReadonlyArray<Candle> => []),
      ],
      { concurrency: "unbounded" },
    )
    // A truncated range, and the range of all bars, begin with the first bar.
    const isCut = candles.length === most || view.range === "All"
    const begin = isCut && candles[0] !== undefined ? dateOf("UTC", candles[0].time) : dates.from
    toolbar.showDates({ from: begin, to: dates.to })
    const span = `${begin} to ${dates.to}`
    if (candles.length === 0) {
      const isKnown = (yield* Search.nameOf(view.market, view.ticker)) !== undefined
      summary.textContent = ""
      clear()
      return Notice.show(notice, isKnown ? noTrading(view.ticker, span) : unknown(view))
    }
    const isIntraday = ["minute", "hour"].includes(View.sizes[view.timespan].timespan)
    const decimals = Math.min(Format.decimals(candles.slice(-100).map(({ close }) => close)), market.decimals)
    plot?.remove()
    plot = undefined
    drawn = { candles, studies: [], isIntraday, decimals }
    redraw()
    const change = Change.change(candles, days, Date.parse(dates.from))
    showLast(change, decimals)
    const studies = yield* Effect.forEach(
      asksStudies,
      ([name, asked]) => loadStudy(name, market.zone, asked, candles),
      { concurrency: "unbounded" },
    )
    addStudies(studies)
    const count = candles.length.toLocaleString("en-US")
    const isFollowed = view.live && present.passes
    const label = Toolbar.barsLabel(view.timespan)
    const bars = `${candles.length === most ? "the newest " : ""}${count} ${label}, ${span}`
    const late = change?.since === undefined ? "" : `. Bars of this size begin on ${dateOf("UTC", change.since)}`
    // Their number grows.
    const shown = isFollowed ? `${label[0]!.toUpperCase()}${label.slice(1)} from ${begin} on` : bars
    summary.textContent = `${shown}, ${zoneLabels[market.zone]}${late}`
    return isFollowed ? change : undefined
  })

  /** Lets the chart grow, and shows the connection. */
  const follow = (change: Change.Change) =>
    Effect.suspend(() => {
      if (drawn === undefined) return Effect.void
      const { candles, decimals } = drawn
      const { ticker } = view
      const { zone } = Markets.all[view.market].market
      const window = { ...View.sizes[view.timespan], zone } as LiveCandles.CandleForm["window"]
      const topic = Markets.secondBars[view.market]
      return LiveCandles.follow({ topic, ticker, last: candles.at(-1)!, window, zone }).pipe(
        Stream.groupedWithin(1000, pause),
        Stream.runForEach((changes) =>
          Effect.sync(() => {
            let changed: ReadonlyArray<Candle> = []
            for (const one of changes) {
              if (one._tag === "State") LiveState.show(one.state, zone)
              else changed = LiveCandles.merge(changed, one.candles)
            }
            grow(changed)
            if (drawn !== undefined) showLast({ ...change, to: drawn.candles.at(-1)!.close }, decimals)
          }),
        ),
        Effect.catchAll((error) => Effect.sync(() => LiveState.stopped(error, () => navigate(view)))),
      )
    })

  const failed = (failure: Failure.Failure) =>
    Effect.sync(() => {
      clear()
      byId("summary").textContent = ""
      // Only the ticker is free text: if the client refuses the request, it is not a valid ticker of the market.
      const words = failure._tag === "InvalidRequest" ? unknown(view) : Notice.ofFailure(failure)
      Notice.show(byId("chart-notice"), words, () => navigate(view))
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
              onSuccess: (tickers) =>
                tickers.length > 0 ? found.offer(tickers) : found.say("No ticker found in any market"),
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
        LiveState.clear()
        const shownOrNot = Effect.catchAll(load, failed).pipe(
          Effect.ensuring(Effect.sync(() => (figure.ariaBusy = "false"))),
          Effect.flatMap((change) => (change === undefined ? Effect.void : follow(change))),
        )
        return Effect.zipRight(
          Effect.all([shownOrNot, showName, offers], { concurrency: "unbounded", discard: true }),
          Effect.never,
        )
      }),
  }
}
