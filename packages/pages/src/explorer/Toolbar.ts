/**
 * What is chosen for a chart: market, size of bars, range, dates and studies.
 *
 * @module
 */
import { byId, choice, element } from "../common/Dom.js"
import * as Markets from "./Markets.js"
import * as Range from "./Range.js"
import * as View from "./View.js"

/** The sizes of bars in words. */
export const timespanLabels: Readonly<Record<View.Timespan, string>> = {
  minute: "Minute",
  hour: "Hour",
  day: "Day",
  week: "Week",
  month: "Month",
  quarter: "Quarter",
  year: "Year",
}

/** The studies in words, with their windows in bars. */
export const studyLabels: Readonly<Record<View.StudyName, string>> = {
  sma: `SMA ${Markets.windows.sma}`,
  ema: `EMA ${Markets.windows.ema}`,
  rsi: `RSI ${Markets.windows.rsi}`,
  macd: "MACD",
}

/** The choices of a chart. */
export interface Toolbar {
  /** Shows what is chosen. */
  readonly mark: () => void
  /** Shows the dates that the range means. */
  readonly showDates: (dates: Range.Dates) => void
}

/** Makes the choices work: `navigate` leads from the present view to another. */
export const make = (view: () => View.Chart, navigate: (view: View.View) => void): Toolbar => {
  const to = (change: Partial<View.Chart>) => navigate({ ...view(), ...change })
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
    (timespan) => to({ timespan, range: Range.forSize(view().range, timespan) }),
  )
  const ranges = choice(
    byId("ranges"),
    "Range",
    Range.names.map((name) => [name, name] as const),
    (range) => to({ range, timespan: Range.sizeFor(range, view().timespan) }),
  )
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
  const none = element("p", { className: "label" }, "Studies: the service has them for forex and crypto.")
  byId("studies").append(none)

  return {
    mark: () => {
      const { market, range, studies: chosen, timespan } = view()
      const hasStudies = Markets.all[market].study !== undefined
      markets.choose(market)
      timespans.choose(timespan)
      ranges.choose(Range.isName(range) ? range : undefined)
      for (const { box, name } of studies) {
        box.checked = chosen.includes(name)
        box.disabled = !hasStudies
      }
      none.hidden = hasStudies
    },
    showDates: (dates) => {
      from.value = dates.from
      until.value = dates.to
    },
  }
}
