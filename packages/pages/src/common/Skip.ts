/**
 * The link that leads past the header. The address of a page says what is shown, so it cannot be an ordinary one.
 *
 * @module
 */
import { byId } from "./Dom.js"

/** Makes the link work. */
export const start = (): void => {
  const main = byId("main")
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault()
    main.tabIndex = -1
    main.focus()
  })
}
