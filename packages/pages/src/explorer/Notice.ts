/**
 * Notices in place of content that could not be shown.
 *
 * @module
 */
import { element } from "../common/Dom.js"
import * as Failure from "./Failure.js"

/** Text of a notice. */
export interface NoticeText {
  readonly kind: "plain" | "warning" | "error"
  readonly title: string
  readonly message: string
  /** Whether trying again can help. */
  readonly isTemporary?: boolean
}

/** Shows a notice in an element, or hides the element. An error that may pass has a button that calls `retry`. */
export const show = (into: HTMLElement, words: NoticeText | undefined, retry?: () => void): void => {
  into.hidden = words === undefined
  if (words === undefined) return into.replaceChildren()
  into.className = `notice ${words.kind}`
  into.setAttribute("role", words.kind === "plain" ? "status" : "alert")
  into.replaceChildren(element("strong", {}, words.title), element("p", {}, words.message))
  if (retry !== undefined && words.isTemporary === true)
    into.append(element("button", { type: "button", onclick: retry }, "Try again"))
}

/** Makes the notice of an error. Data missing from the plan are a warning, and cannot be fixed on the page. */
export const ofFailure = (failure: Failure.Failure): NoticeText => {
  const { message, title } = Failure.words(failure)
  const isPlan = failure._tag === "Unauthorized" && failure.reason === "NotEntitled"
  return { kind: isPlan ? "warning" : "error", title, message, isTemporary: Failure.isTemporary(failure) }
}
