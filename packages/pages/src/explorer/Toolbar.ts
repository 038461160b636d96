/**
 * Choices of a chart: market, size of bars, range, dates and studies.
 *
 * @module
 */
import { byId, choice, element } from "../common/Dom.js"
import * as Markets from "./Markets.js"
import * as Range from "./Range.js"
import { windows } from "./Studies.js"
import * as View from "./View.js"

/** Labels of the bar sizes. */
export const timespanLabels: Readonly<Record<View.Timespan, string>> = {
  minute: "Minute",
  "5minute": "5 min",
  "15minute": "15 min",
  "30minute": "30 min",
  hour: "Hour",
  "4hour": "4 hours",
  day: "Day",
  week: "Week",
  month: "Month",
  quarter: "Quarter",
  year: "Year",
}

/** Name of the bars of a size: `5-minute bars`. */
export const barsLabel = (timespan: View.Timespan): string => {
  const { multiplier, timespan: unit } = View.sizes[timespan]
  return `${multiplier === 1 ? "" : `${multiplier}-`}${unit} bars`
}

/** Labels of the studies, with their windows in bars. */
export const studyLabels: Readonly<Record<View.StudyName, string>> = {
  sma: `SMA ${windows.sma}`,
  ema: `EMA ${windows.ema}`,
  rsi: `RSI ${windows.rsi}`,
  macd: "MACD",
}

const notLive = "Live is off: it needs bars of minutes or hours, in a range that ends now."

/** Choices of a chart. */
export interface Toolbar {
  /** Marks the chosen values. */
  readonly mark: () => void
  /** Shows the dates of the range. */
  readonly showDates: (dates: Range.Dates) => void
  /** Shows the switch of live charts, or hides it where the service has nothing to tell. */
  readonly offerLive: (isOffered: boolean) => void
}

/** Activates the choices: `navigate` opens another view. */
export const make = (view: () => View.Chart, navigate: (view: View.View) => void): Toolbar => {
  let adjusted = ""
  const to = (change: Partial<View.Chart>, words = "") => {
    const next = { ...view(), ...change }
    const live = next.live && View.canFollow(next)
    adjusted = live === next.live ? words : `${words} ${notLive}`.trim()
    navigate({ ...next, live })
  }
  const markets = choice(
    byId("markets"),
    "Market",
    View.marketNames.map((name) => [name, Markets.all[name].label] as const),
    (market) => to({ market, ticker: View.exampleTickers[market] }),
  )
  const timespans = choice(
    byId("timespans"),
    "Bars",
    View.timespans.map((timespan) => [timespan, timespanLabels[timespan]] as const),
    (timespan) => {
      const range = Range.forSize(view().range, timespan)
      const words = `${view().range} cannot be shown with ${barsLabel(timespan)}: this is ${range}.`
      to({ timespan, range }, range === view().range ? "" : words)
    },
  )
  const ranges = choice(
    byId("ranges"),
    "Range",
    Range.names.map((name) => [name, name] as const),
    (range) => to({ range, timespan: Range.sizeFor(range) }),
  )
  const live = byId("live")
  live.addEventListener("click", () => {
    if (view().live || View.canFollow(view())) return to({ live: !view().live })
    to({ live: true, range: "1D", timespan: Range.sizeFor("1D") }, "Live needs bars of minutes or hours: this is 1D.")
  })
  const from = byId<HTMLInputElement>("from")
  const until = byId<HTMLInputElement>("to")
  byId<HTMLFormElement>("dates").addEventListener("submit", (event) => {
    event.preventDefault()
    const range = Range.parse(`${from.value}..${until.value}`)
    until.setCustomValidity(range === undefined ? "The range must not end before it begins." : "")
    if (range === undefined) until.reportValidity()
    else to({ range })
  })
  until.addEventListener("input", () => until.setCustomValidity(""))

  const studies = View.studyNames.map((name) => {
    const box = element("input", { type: "checkbox" })
    box.addEventListener("change", () =>
      to({ studies: box.checked ? [...view().studies, name] : view().studies.filter((study) => study !== name) }),
    )
    byId("studies").append(element("label", {}, box, studyLabels[name]))
    return { name, box }
  })
  const origin = element("p", { className: "label" }, "Computed here, from the bars shown")
  byId("studies").append(origin)

  return {
    mark: () => {
      const { live: isLive, market, range, studies: chosen, timespan } = view()
      live.setAttribute("aria-checked", String(isLive))
      markets.choose(market)
      timespans.choose(timespan)
      ranges.choose(Range.isName(range) ? range : undefined)
      for (const { box, name } of studies) box.checked = chosen.includes(name)
      origin.hidden = Markets.hasStudies(view())
      byId("adjusted").textContent = adjusted
      adjusted = ""
    },
    offerLive: (isOffered) => {
      live.hidden = !isOffered
    },
    showDates: (dates) => {
      from.value = dates.from
      until.value = dates.to
    },
  }
}
