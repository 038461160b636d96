/**
 * The explorer: the page at the root of the sandbox.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as ChartPage from "./explorer/ChartPage.js"
import * as Connection from "./explorer/Connection.js"
import { byId } from "./common/Dom.js"
import * as Failure from "./explorer/Failure.js"
import * as Key from "./common/Key.js"
import * as Skip from "./common/Skip.js"
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
const changeKey = byId<HTMLButtonElement>("change-key")

const keyField = byId<HTMLInputElement>("key")
const cancelKey = byId<HTMLButtonElement>("cancel-key")

/** Asks for a key, in the place of the pages or above them. A key that was refused stays in its field. */
const askForKey = ({ isAbove = false, refused = "", why = "" } = {}) => {
  keyForm.hidden = false
  cancelKey.hidden = !isAbove
  keyField.value = refused
  byId("key-error").textContent = why
  keyField.focus()
  if (!isAbove) for (const id of ["chart-page", "table-page", "requests"]) byId(id).hidden = true
}

const useKey = (key: string) => {
  Key.keep(window, key)
  dispatchEvent(new Event(keyGiven))
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
  if (failure._tag !== "Unauthorized" || failure.reason === "NotEntitled") return
  const key = Key.read(window)
  askForKey({ refused: key && Redacted.value(key), why: `${Failure.words(failure).title}.` })
}

const program = Effect.suspend(() => {
  const charts = ChartPage.make(navigate, onFailure)
  const tables = TablePage.make(navigate, onFailure)
  Theme.start(charts.redraw)
  Skip.start()

  keyForm.addEventListener("submit", (event) => {
    event.preventDefault()
    const key = keyField.value.trim()
    if (Key.isValid(key)) useKey(key)
    else byId("key-error").textContent = "A key has no blanks and no letters beyond ASCII."
  })
  byId("default-key").addEventListener("click", () => useKey(Key.byDefault))
  changeKey.addEventListener("click", () => askForKey({ isAbove: true }))
  cancelKey.addEventListener("click", () => {
    keyForm.hidden = true
    changeKey.focus()
  })

  const show = Effect.suspend(() => {
    Key.take(window)
    const key = Key.read(window)
    changeKey.hidden = key === undefined
    if (key === undefined) {
      askForKey()
      return Effect.never
    }
    keyForm.hidden = true
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
