/**
 * Explorer: the page at the root of the sandbox.
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
import * as KeyForm from "./common/KeyForm.js"
import * as Skip from "./common/Skip.js"
import * as TablePage from "./explorer/TablePage.js"
import * as Theme from "./common/Theme.js"
import * as View from "./explorer/View.js"

const keyChanged = "candela:key"

const navigate = (view: View.View) => {
  const fragment = View.format(view)
  if (location.hash === fragment) dispatchEvent(new HashChangeEvent("hashchange"))
  else location.hash = fragment
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

const program = Effect.suspend(() => {
  const keyForm = KeyForm.make(() => dispatchEvent(new Event(keyChanged)))
  /** Hides the pages and asks for a key. */
  const askForKey = (question: KeyForm.Question = {}) => {
    for (const id of ["chart-page", "table-page", "requests"]) byId(id).hidden = true
    keyForm.ask({ ...question, canBeCancelled: false })
  }
  const onFailure = (failure: Failure.Failure) => {
    if (failure._tag !== "Unauthorized" || failure.reason === "NotEntitled") return
    const key = Key.read(window)
    askForKey({ refused: key && Redacted.value(key), why: `${Failure.words(failure).title}.` })
  }
  const charts = ChartPage.make(navigate, onFailure)
  const tables = TablePage.make(navigate, onFailure)
  Theme.start(charts.redraw)
  Skip.start()

  const show = Effect.suspend(() => {
    Key.take(window)
    const key = Key.read(window)
    if (key === undefined) {
      askForKey()
      return Effect.never
    }
    keyForm.close()
    const view = View.parse(location.hash)
    showPage(view)
    const shown: Effect.Effect<void, never, Connection.Services> =
      view._tag === "Chart" ? charts.show(view) : tables.show(view)
    return Effect.provide(shown, Connection.layer(location.origin, key))
  })

  return Stream.make(undefined).pipe(
    Stream.concat(
      Stream.merge(Stream.fromEventListener(window, "hashchange"), Stream.fromEventListener(window, keyChanged)),
    ),
    Stream.flatMap(() => Stream.fromEffect(show), { switch: true }),
    Stream.runDrain,
  )
})

Effect.runFork(program)
