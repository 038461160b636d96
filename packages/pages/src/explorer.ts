/**
 * The explorer: the page at the root of the sandbox.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as ChartPage from "./explorer/ChartPage.js"
import * as Connection from "./explorer/Connection.js"
import { byId } from "./common/Dom.js"
import type * as Failure from "./explorer/Failure.js"
import * as Key from "./common/Key.js"
import * as TablePage from "./explorer/TablePage.js"
import * as Theme from "./common/Theme.js"
import * as View from "./explorer/View.js"

const keyGiven = "candela:key"

const navigate = (view: View.View) => {
  const fragment = View.format(view)
  if (location.hash === fragment) dispatchEvent(new HashChangeEvent("hashchange"))
  else location.hash = fragment
}

const keyForm = byId<HTMLFormElement>("key-form")
const forgetKey = byId<HTMLButtonElement>("forget-key")

const askForKey = (isAsking: boolean) => {
  keyForm.hidden = !isAsking
  if (isAsking) byId("key").focus()
}

const showPage = ({ _tag }: View.View) => {
  byId("chart-page").hidden = _tag !== "Chart"
  byId("table-page").hidden = _tag !== "Table"
  for (const [id, tag] of [
    ["to-chart", "Chart"],
    ["to-table", "Table"],
  ] as const) {
    if (_tag === tag) byId(id).setAttribute("aria-current", "page")
    else byId(id).removeAttribute("aria-current")
  }
}

const onFailure = (failure: Failure.Failure) => {
  if (failure._tag === "Unauthorized" && failure.reason !== "NotEntitled") askForKey(true)
}

const program = Effect.suspend(() => {
  const charts = ChartPage.make(navigate, onFailure)
  const tables = TablePage.make(navigate, onFailure)
  Theme.start(charts.redraw)

  keyForm.addEventListener("submit", (event) => {
    event.preventDefault()
    const field = byId<HTMLInputElement>("key")
    const key = field.value.trim()
    if (!Key.isValid(key)) return
    Key.keep(window, key)
    field.value = ""
    dispatchEvent(new Event(keyGiven))
  })
  forgetKey.addEventListener("click", () => {
    Key.forget(window)
    dispatchEvent(new Event(keyGiven))
  })

  const show = Effect.suspend(() => {
    Key.take(window)
    const key = Key.read(window)
    askForKey(key === undefined)
    forgetKey.hidden = key === undefined
    if (key === undefined) {
      for (const id of ["chart-page", "table-page", "requests"]) byId(id).hidden = true
      return Effect.never
    }
    const view = View.parse(location.hash)
    showPage(view)
    const shown: Effect.Effect<void, never, Connection.Services> =
      view._tag === "Chart" ? charts.show(view) : tables.show(view)
    return Effect.provide(shown, Connection.layer(location.origin, key))
  })

  return Stream.make(undefined).pipe(
    Stream.concat(
      Stream.merge(Stream.fromEventListener(window, "hashchange"), Stream.fromEventListener(window, keyGiven)),
    ),
    Stream.flatMap(() => Stream.fromEffect(show), { switch: true }),
    Stream.runDrain,
  )
})

Effect.runFork(program)
