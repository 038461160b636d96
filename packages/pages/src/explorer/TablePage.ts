/**
 * Table page: rows of any endpoint, sorted and paged by the service.
 *
 * @module
 */
import { declarations } from "@candela/catalog/Catalog"
import type * as Declaration from "@candela/core/declare/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as Catalog from "../common/Catalog.js"
import { byId, element } from "../common/Dom.js"
import * as Navigation from "../common/Navigation.js"
import * as Texts from "../common/Texts.js"
import * as Columns from "../common/Columns.js"
import * as Cells from "./Cells.js"
import { Unreachable } from "./Connection.js"
import * as Csv from "./Csv.js"
import type { Failure } from "./Failure.js"
import * as Markets from "./Markets.js"
import * as Notice from "./Notice.js"
import * as Ordering from "./Ordering.js"
import * as Pages from "./Pages.js"
import * as Parameters from "./Parameters.js"
import * as Requests from "./Requests.js"
import type * as View from "./View.js"

/** Page of tables. */
export interface TablePage {
  /** Shows a view while the effect runs. */
  readonly show: (view: View.Table) => Effect.Effect<void, never, MarketData>
}

const download = (name: string, texts: ReadonlyArray<string>) => {
  const url = URL.createObjectURL(new Blob([...texts], { type: "text/csv" }))
  element("a", { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}

const zoneOf = ({ service }: Catalog.CatalogEndpoint) =>
  service in Markets.all ? Markets.all[service as View.MarketName].market.zone : "UTC"

const rowsInWords = (count: number) => `${count.toLocaleString("en-US")} ${count === 1 ? "row" : "rows"}`

/** Endpoint: its description and its declaration. */
interface Known {
  readonly endpoint: Catalog.CatalogEndpoint
  readonly declaration: Declaration.Any
}

/** Waits for the next click of a button. */
const click = (button: HTMLButtonElement): Effect.Effect<void> =>
  Effect.async((resume) => {
    const clicked = () => resume(Effect.void)
    button.addEventListener("click", clicked, { once: true })
    return Effect.sync(() => button.removeEventListener("click", clicked))
  })

/** Activates the page. `navigate` opens another view; `onFailure` receives the error of a view that cannot be shown. */
export const make = (navigate: (view: View.View) => void, onFailure: (failure: Failure) => void): TablePage => {
  const next = byId<HTMLButtonElement>("next")
  const previous = byId<HTMLButtonElement>("previous")
  const csv = byId<HTMLButtonElement>("csv")
  const summary = byId("rows-summary")
  const notice = byId("table-notice")
  const rows = byId("rows")
  const page = byId("table-page")
  const progress = byId("csv-progress")

  let loaded: ((name: string) => Known) | undefined

  /** Loads the catalogue once, and lists its endpoints. Returns a function that finds an endpoint and marks it. */
  const load = Effect.gen(function* () {
    if (loaded !== undefined) return loaded
    const text = yield* Effect.tryPromise({
      try: Catalog.load,
      catch: (cause) => new Unreachable({ detail: String(cause) }),
    })
    const { services } = JSON.parse(text) as Catalog.Catalog
    const endpoints = services.flatMap(({ endpoints }) => endpoints)
    const mark = Navigation.make(services, ({ name }) => `#endpoint=${name}`)
    return (loaded = (name) => {
      mark(name)
      return { endpoint: endpoints.find((endpoint) => endpoint.name === name)!, declaration: declarations.get(name)! }
    })
  })

  const heading = (view: View.Table, endpoint: Catalog.CatalogEndpoint) => {
    const sortable = Ordering.columns(endpoint)
    const ordering = Ordering.of(endpoint, view.texts)
    const headingOf = Columns.headings(endpoint)
    return ({ path: name, text, unit }: Catalog.Field, isNumeric: boolean) => {
      const title = unit === undefined ? text : `${text} Unit: ${unit}.`
      const cell = element("th", { scope: "col", className: isNumeric ? "number" : "", title })
      if (!sortable.includes(name)) cell.append(headingOf(name))
      else {
        const isSorted = ordering?.column === name
        const isDescending = isSorted && ordering.direction === "desc"
        if (isSorted) cell.setAttribute("aria-sort", isDescending ? "descending" : "ascending")
        const direction = isSorted && !isDescending ? "desc" : "asc"
        const sorted = () =>
          navigate({ ...view, texts: Ordering.change(endpoint, view.texts, { column: name, direction }) })
        cell.append(element("button", { type: "button", onclick: sorted }, headingOf(name)))
      }
      return cell
    }
  }

  const table = (view: View.Table, { declaration, endpoint }: Known, values: ReadonlyArray<unknown>) => {
    const columns = Columns.of(endpoint)
    const head = heading(view, endpoint)
    if (declaration.kind === "single") {
      const lines = columns.flatMap((column) => {
        const value = Cells.value(values[0], column)
        const label = element("th", { scope: "row", title: column.text }, column.path)
        const text = Cells.readable(column, values, zoneOf(endpoint))(values[0])
        return value === undefined ? [] : [element("tr", {}, label, element("td", {}, text))]
      })
      return element("table", { className: "fields" }, element("tbody", {}, ...lines))
    }
    const shown = Cells.filledFirst(columns, values)
    const numeric = shown.map((column) => Cells.isNumeric(column, values))
    const texts = shown.map((column) => Cells.readable(column, values, zoneOf(endpoint)))
    const cell = (row: unknown) => (_: Cells.CellField, at: number) => {
      const text = texts[at]!(row)
      return element("td", { className: numeric[at] ? "number" : "", title: text.length > 60 ? text : "" }, text)
    }
    return element(
      "table",
      {},
      element("thead", {}, element("tr", {}, ...shown.map((column, at) => head(column, numeric[at]!)))),
      element("tbody", {}, ...values.map((row) => element("tr", {}, ...shown.map(cell(row))))),
    )
  }

  const showPage = (view: View.Table, known: Known, pages: ReadonlyArray<Pages.RowPage>, at: number) => {
    const page = pages[at]!
    previous.disabled = at === 0
    next.disabled = at === pages.length - 1 && !page.hasNext
    csv.disabled = page.rows.length === 0
    const isOnly = at === 0 && !page.hasNext
    summary.textContent =
      known.declaration.kind === "single"
        ? "One answer"
        : `${rowsInWords(page.rows.length)}${isOnly ? "" : `, page ${at + 1}`}`
    rows.hidden = page.rows.length === 0
    rows.replaceChildren(table(view, known, page.rows))
    rows.scrollTo(0, 0)
    const message = "The request is valid, and nothing matches it. Change or remove a parameter."
    Notice.show(notice, page.rows.length === 0 ? { kind: "plain", title: "No rows", message } : undefined)
  }

  /** Shows pages as the buttons request, and keeps those already seen. */
  const browse = (
    view: View.Table,
    known: Known,
    request: object,
  ): Effect.Effect<never, Failure, MarketData | Scope.Scope> =>
    Effect.gen(function* () {
      const pull = yield* Stream.toPull(Pages.of(known.declaration, request))
      const pages: Array<Pages.RowPage> = []
      let at = 0
      while (true) {
        if (at === pages.length) {
          summary.textContent = "Loading …"
          next.disabled = previous.disabled = true
          page.ariaBusy = "true"
          const pulled = yield* Effect.catchAll(pull, (end) =>
            Option.match(end, { onNone: () => Effect.succeed(Chunk.empty<Pages.RowPage>()), onSome: Effect.fail }),
          )
          pages.push(...pulled)
          page.ariaBusy = "false"
        }
        showPage(view, known, pages, at)
        at = yield* Effect.race(Effect.as(click(next), at + 1), Effect.as(click(previous), at - 1))
      }
    })

  /** Saves all rows of an endpoint, showing the number received so far. */
  const saveAll = ({ declaration, endpoint }: Known, request: object) =>
    Effect.gen(function* () {
      const columns = Columns.of(endpoint)
      const texts = [Csv.lines([columns.map(({ path }) => path)])]
      let count = 0
      yield* Stream.runForEach(Pages.of(declaration, Pages.largest(declaration, request)), ({ rows }) =>
        Effect.sync(() => {
          texts.push(Csv.lines(rows.map((row) => columns.map((column) => Cells.exact(Cells.value(row, column))))))
          progress.textContent = `${rowsInWords((count += rows.length))} so far …`
        }),
      )
      download(`${endpoint.name}.csv`, texts)
      return `${rowsInWords(count)} saved`
    })

  /** Saves all rows whenever the button is clicked. A click during saving stops it. */
  const saving = (known: Known, request: object): Effect.Effect<never, never, MarketData> =>
    Effect.gen(function* () {
      yield* click(csv)
      csv.textContent = "Stop"
      const saved = Effect.catchAll(saveAll(known, request), ({ message }) => Effect.succeed(`Not saved: ${message}`))
      progress.textContent = yield* Effect.race(saved, Effect.as(click(csv), "Stopped, nothing is saved"))
      csv.textContent = "Download CSV"
    }).pipe(Effect.forever)

  const failed = (view: View.Table) => (error: Failure) =>
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
      Effect.gen(function* () {
        const known = (yield* load)(view.endpoint)
        const { declaration, endpoint } = known
        const filled = { ...view, texts: { ...Texts.example(endpoint), ...view.texts } }
        const request = Texts.toRequest(endpoint, filled.texts)
        document.title = `${endpoint.name} · Candela sandbox`
        byId("endpoint").textContent = endpoint.name
        byId("meaning").textContent = endpoint.text.replaceAll("`", "")
        Notice.show(notice, undefined)
        Parameters.show(byId("parameters"), endpoint, filled.texts, (texts) => navigate({ ...view, texts }))
        Requests.show([{ endpoint: declaration, request, use: "page" }])
        progress.textContent = ""
        csv.textContent = "Download CSV"
        const browsing = Effect.scoped(Effect.catchAll(browse(filled, known, request), failed(view)))
        yield* Effect.all([browsing, saving(known, request)], { concurrency: "unbounded", discard: true })
      }).pipe(Effect.catchAll(failed(view))),
  }
}
