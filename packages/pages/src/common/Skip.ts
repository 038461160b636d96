/**
 * Link that skips the header. It cannot be an ordinary link, because the fragment of a page's
 * address defines its content.
 *
 * @module
 */
import { byId } from "./Dom.js"

/** Activates the link. */
export const start = (): void => {
  const main = byId("main")
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault()
    main.tabIndex = -1
    main.focus()
  })
}
