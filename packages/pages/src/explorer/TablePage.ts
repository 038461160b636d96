/**
 * The tables: any endpoint's rows, sorted and paged by the service.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as Catalog from "./Catalog.js"
import * as Cells from "./Cells.js"
import * as Csv from "./Csv.js"
import { byId, element } from "../common/Dom.js"
import * as Markets from "./Markets.js"
import * as Notice from "./Notice.js"
import * as Pages from "./Pages.js"
import * as Request from "@candela/core/Request"
import * as Parameters from "./Parameters.js"
import * as Requests from "./Requests.js"
import * as Texts from "./Texts.js"
import type * as View from "./View.js"

/** The page of tables. */
export interface TablePage {
  /** Shows a view for as long as it runs. */
  readonly show: (view: View.Table) => Effect.Effect<void, never, MarketData>
}

const download = (name: string, texts: ReadonlyArray<string>) => {
  const url = URL.createObjectURL(new Blob([...texts], { type: "text/csv" }))
  element("a", { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}

const zoneOf = ({ name }: Endpoint.Any) => {
  const [market] = name.split(".")
  return market !== undefined && market in Markets.all ? Markets.all[market as View.MarketName].market.zone : "UTC"
}

const rowsInWords = (count: number) => `${count.toLocaleString("en-US")} ${count === 1 ? "row" : "rows"}`

const columnsOf = (endpoint: Endpoint.Any) => Cells.columns(endpoint.kind === "single" ? endpoint.value : endpoint.row)

/** The next click of a button. */
const click = (button: HTMLButtonElement): Effect.Effect<void> =>
  Effect.async((resume) => {
    const clicked = () => resume(Effect.void)
    button.addEventListener("click", clicked, { once: true })
    return Effect.sync(() => button.removeEventListener("click", clicked))
  })

/** Makes the page work. `navigate` leads to another view; `onFailure` learns why one cannot be shown. */
export const make = (navigate: (view: View.View) => void, onFailure: (failure: MarketDataError) => void): TablePage => {
  const next = byId<HTMLButtonElement>("next")
  const previous = byId<HTMLButtonElement>("previous")
  const csv = byId<HTMLButtonElement>("csv")
  const summary = byId("rows-summary")
  const notice = byId("table-notice")
  const rows = byId("rows")
  const page = byId("table-page")
  const progress = byId("csv-progress")

  const endpoints = byId<HTMLDetailsElement>("endpoints")
  const narrow = matchMedia("(max-width: 900px)")
  endpoints.open = !narrow.matches
  const links = Object.entries(Catalog.services).map(([service, entries]) =>
    element(
      "section",
      {},
      element("h2", {}, service),
      element(
        "ul",
        {},
        ...entries.map(({ endpoint, method }) => {
          const link = element("a", { href: `#endpoint=${endpoint.name}` }, method)
          link.addEventListener("click", () => (endpoints.open = !narrow.matches))
          return element("li", {}, link)
        }),
      ),
    ),
  )
  endpoints.append(element("nav", { attributes: { "aria-label": "Endpoints" } }, ...links))

  const heading = (view: View.Table, endpoint: Endpoint.Any) => {
    const sortable = Request.sortColumns(endpoint)
    const ordering = Texts.ordering(endpoint, view.texts)
    return ({ name }: Cells.Column, isNumeric: boolean) => {
      const cell = element("th", { scope: "col", className: isNumeric ? "number" : "" })
      if (!sortable.includes(name)) cell.append(name)
      else {
        const isSorted = ordering?.column === name
        const isDescending = isSorted && ordering.direction === "desc"
        if (isSorted) cell.setAttribute("aria-sort", isDescending ? "descending" : "ascending")
        const direction = isSorted && !isDescending ? "desc" : "asc"
        const sorted = () =>
          navigate({ ...view, texts: Texts.sortedBy(endpoint, view.texts, { column: name, direction }) })
        cell.append(element("button", { type: "button", onclick: sorted }, name))
      }
      return cell
    }
  }

  const table = (view: View.Table, endpoint: Endpoint.Any, values: ReadonlyArray<unknown>) => {
    const columns = columnsOf(endpoint)
    const head = heading(view, endpoint)
    if (endpoint.kind === "single") {
      const lines = columns.flatMap((column) => {
        const value = Cells.value(values[0], column)
        const label = element("th", { scope: "row" }, column.name)
        const text = Cells.readable(column, values, zoneOf(endpoint))(values[0])
        return value === undefined ? [] : [element("tr", {}, label, element("td", {}, text))]
      })
      return element("table", { className: "fields" }, element("tbody", {}, ...lines))
    }
    const numeric = columns.map((column) => values.some((row) => typeof Cells.value(row, column) === "number"))
    const texts = columns.map((column) => Cells.readable(column, values, zoneOf(endpoint)))
    const cell = (row: unknown) => (_: Cells.Column, at: number) => {
      const text = texts[at]!(row)
      return element("td", { className: numeric[at] ? "number" : "", title: text.length > 60 ? text : "" }, text)
    }
    return element(
      "table",
      {},
      element("thead", {}, element("tr", {}, ...columns.map((column, at) => head(column, numeric[at]!)))),
      element("tbody", {}, ...values.map((row) => element("tr", {}, ...columns.map(cell(row))))),
    )
  }

  const showPage = (view: View.Table, endpoint: Endpoint.Any, pages: ReadonlyArray<Pages.Page>, at: number) => {
    const page = pages[at]!
    previous.disabled = at === 0
    next.disabled = at === pages.length - 1 && !page.hasNext
    csv.disabled = page.rows.length === 0
    const isOnly = at === 0 && !page.hasNext
    summary.textContent =
      endpoint.kind === "single" ? "One answer" : `${rowsInWords(page.rows.length)}${isOnly ? "" : `, page ${at + 1}`}`
    rows.hidden = page.rows.length === 0
    rows.replaceChildren(table(view, endpoint, page.rows))
    rows.scrollTo(0, 0)
    const message = "The request is valid, and nothing matches it. Change or remove a parameter."
    Notice.show(notice, page.rows.length === 0 ? { kind: "plain", title: "No rows", message } : undefined)
  }

  /** Shows page after page, as the buttons say, and keeps those that were seen. */
  const browse = (
    view: View.Table,
    endpoint: Endpoint.Any,
  ): Effect.Effect<never, MarketDataError, MarketData | Scope.Scope> =>
    Effect.gen(function* () {
      const pull = yield* Stream.toPull(Pages.of(endpoint, Texts.toRequest(endpoint, view.texts)))
      const pages: Array<Pages.Page> = []
      let at = 0
      while (true) {
        if (at === pages.length) {
          summary.textContent = "Loading …"
          next.disabled = previous.disabled = true
          page.ariaBusy = "true"
          const pulled = yield* Effect.catchAll(pull, (end) =>
            Option.match(end, { onNone: () => Effect.succeed(Chunk.empty<Pages.Page>()), onSome: Effect.fail }),
          )
          pages.push(...pulled)
          page.ariaBusy = "false"
        }
        showPage(view, endpoint, pages, at)
        at = yield* Effect.race(Effect.as(click(next), at + 1), Effect.as(click(previous), at - 1))
      }
    })

  /** Saves all rows of an endpoint, and says how many came so far. */
  const saveAll = (endpoint: Endpoint.Any, request: object) =>
    Effect.gen(function* () {
      const columns = columnsOf(endpoint)
      const texts = [Csv.lines([columns.map(({ name }) => name)])]
      let count = 0
      yield* Stream.runForEach(Pages.of(endpoint, Pages.largest(endpoint, request)), ({ rows }) =>
        Effect.sync(() => {
          texts.push(Csv.lines(rows.map((row) => columns.map((column) => Cells.exact(Cells.value(row, column))))))
          progress.textContent = `${rowsInWords((count += rows.length))} so far …`
        }),
      )
      download(`${endpoint.name}.csv`, texts)
      return `${rowsInWords(count)} saved`
    })

  /** Saves all rows whenever the button is clicked. The button stops it meanwhile. */
  const saving = (endpoint: Endpoint.Any, request: object): Effect.Effect<never, never, MarketData> =>
    Effect.gen(function* () {
      yield* click(csv)
      csv.textContent = "Stop"
      const saved = Effect.catchAll(saveAll(endpoint, request), ({ message }) =>
        Effect.succeed(`Not saved: ${message}`),
      )
      progress.textContent = yield* Effect.race(saved, Effect.as(click(csv), "Stopped, nothing is saved"))
      csv.textContent = "Download CSV"
    }).pipe(Effect.forever)

  const failed = (view: View.Table) => (error: MarketDataError) =>
    Effect.sync(() => {
      page.ariaBusy = "false"
      summary.textContent = ""
      rows.hidden = true
      next.disabled = previous.disabled = csv.disabled = true
      Notice.show(notice, Notice.ofFailure(error), () => navigate(view))
      onFailure(error)
    })

  return {
    show: (view) =>
      Effect.suspend(() => {
        const entry = Catalog.find(view.endpoint)!
        const { endpoint } = entry
        const filled = { ...view, texts: { ...Texts.example(endpoint), ...view.texts } }
        for (const link of endpoints.querySelectorAll("a")) {
          if (link.hash === `#endpoint=${endpoint.name}`) link.setAttribute("aria-current", "page")
          else link.removeAttribute("aria-current")
        }
        document.title = `${endpoint.name} · Candela sandbox`
        byId("endpoint").textContent = endpoint.name
        Notice.show(notice, undefined)
        Parameters.show(byId("parameters"), endpoint, filled.texts, (texts) => navigate({ ...view, texts }))
        Requests.show([{ entry, request: Texts.toRequest(endpoint, filled.texts), use: "page" }])
        progress.textContent = ""
        csv.textContent = "Download CSV"
        const browsing = Effect.scoped(Effect.catchAll(browse(filled, endpoint), failed(view)))
        const request = Texts.toRequest(endpoint, filled.texts)
        return Effect.all([browsing, saving(endpoint, request)], { concurrency: "unbounded", discard: true })
      }),
  }
}
