/**
 * Keyboard keys for moving a chart and for the search.
 *
 * @module
 */
import { byId } from "../common/Dom.js"
import type { Plot } from "./Plot.js"

const moves: Readonly<Record<string, (plot: Plot) => void>> = {
  ArrowLeft: (plot) => plot.pan(-0.1),
  ArrowRight: (plot) => plot.pan(0.1),
  "+": (plot) => plot.zoom(0.8),
  "=": (plot) => plot.zoom(0.8),
  "-": (plot) => plot.zoom(1.25),
  "0": (plot) => plot.fit(),
}

/** Listens on the whole page, except where keys have another meaning. */
export const listen = (plot: () => Plot | undefined): void =>
  document.addEventListener("keydown", (event) => {
    const { altKey, ctrlKey, key, metaKey, target } = event
    const isTyping = target instanceof HTMLElement && target.closest("input, select, textarea, pre") !== null
    if (byId("chart-page").hidden || isTyping || altKey || ctrlKey || metaKey) return
    const drawn = plot()
    if (key === "/") byId("search").focus()
    else if (drawn && Object.hasOwn(moves, key)) moves[key]!(drawn)
    else return
    event.preventDefault()
  })
