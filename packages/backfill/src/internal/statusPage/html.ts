/**
 * HTML templates: inserted values are escaped, unless they are HTML.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"

/** Piece of HTML. */
export class Html {
  constructor(readonly text: string) {}
}

/** Value in a template. */
export type HtmlPart = Html | string | number | undefined | ReadonlyArray<Html>

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

const textOf = (part: HtmlPart): string => {
  if (part === undefined) return ""
  if (part instanceof Html) return part.text
  if (typeof part === "string" || typeof part === "number") {
    // protects: What a service answered is no HTML of the status page.
    // mutant: "escapes what failures say": without .replace(/[&<>"']/g, (character) => entities[character]!)
    // protects: The status page of a backfill prints what failures quote.
    // mutant: "shows texts of others as text": Foreign.lines(String(part) → String(part
    return Foreign.lines(String(part)).replace(/[&<>"']/g, (character) => entities[character]!)
  }
  return part.map(({ text }) => text).join("\n")
}

/** HTML template. Attributes must be in double quotes. */
export const html = (strings: TemplateStringsArray, ...parts: ReadonlyArray<HtmlPart>): Html =>
  new Html(strings.reduce((text, string, index) => `${text}${textOf(parts[index - 1])}${string}`))
