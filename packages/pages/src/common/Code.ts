/**
 * Blocks of code for reading and copying.
 *
 * @module
 */
import { parse, type ParseOptions } from "sugar-high/core"
import * as json from "sugar-high/lang/json"
import * as shell from "sugar-high/lang/shell"
import * as typescript from "sugar-high/lang/typescript"
import { element } from "./Dom.js"

const languages = { json, shell, typescript } satisfies Record<string, ParseOptions>

/** Language with syntax colours. */
export type Language = keyof typeof languages

/** Splits a text into parts with their kinds. Concatenated, they are the text. */
export const parts = (text: string, language: Language): ReadonlyArray<readonly [kind: string, text: string]> =>
  parse(text, languages[language]).lines.flatMap(({ tokens }, at) => [
    ...(at === 0 ? [] : [["break", "\n"] as const]),
    ...tokens.map(({ type, value }) => [type, value] as const),
  ])

const all = new Set(["keyword", "string", "property", "comment", "class"])

/** Kinds with colours. Words of a shell have none: dates and hosts would be cut into numbers and names. */
const coloured: Readonly<Record<Language, ReadonlySet<string>>> = {
  json: all,
  typescript: all,
  shell: new Set(["string", "comment"]),
}

/** Joins neighbouring texts without colours. */
const runs = (text: string, language: Language) => {
  const joined: Array<{ readonly kind: string; text: string }> = []
  for (const [written, part] of parts(text, language)) {
    const kind = coloured[language].has(written) ? written : ""
    const last = joined.at(-1)
    if (kind === "" && last?.kind === "") last.text += part
    else joined.push({ kind, text: part })
  }
  return joined
}

/** Parts of a text, of which every other one is a word with hyphens, behind which no line breaks: a date, an option. */
const byHyphens = (text: string) => text.split(/([^\s"'=]*-[^\s"'=]*)/)

/** Shows a text in a block, with syntax colours. */
export const show = (code: HTMLElement, text: string, language: Language): void => {
  const made = runs(text, language).flatMap(({ kind, text }) =>
    kind !== ""
      ? [element("span", { className: `code-${kind}` }, text)]
      : byHyphens(text).map((part, at) => (at % 2 === 0 ? part : element("span", { className: "unbroken" }, part))),
  )
  code.replaceChildren(...made)
}

/** Makes a button that copies the text of a block. If the browser forbids that, it selects the text. */
const copyButton = (name: string, code: HTMLElement): HTMLButtonElement => {
  const label = `Copy: ${name}`
  const button = element("button", { type: "button", className: "quiet", ariaLabel: label }, "Copy")
  button.addEventListener("click", () => {
    navigator.clipboard.writeText(code.textContent ?? "").then(
      () => (button.textContent = "Copied"),
      () => {
        getSelection()?.selectAllChildren(code)
        button.textContent = "Selected"
      },
    )
  })
  return button
}

/** Block of code with its name, which can be copied, and scrolled with the keyboard. */
export interface Block {
  readonly whole: HTMLElement
  /** Shows another text. */
  readonly show: (text: string) => void
}

/** Makes a block of code. */
export const block = (name: string, language: Language, text: string): Block => {
  const code = element("pre", {
    className: "code",
    tabIndex: 0,
    attributes: { role: "region", "aria-label": name },
  })
  show(code, text, language)
  const bar = element(
    "div",
    { className: "bar" },
    element("span", { className: "label" }, name),
    copyButton(name, code),
  )
  return {
    whole: element("div", { className: `block ${language}` }, bar, code),
    show: (text) => show(code, text, language),
  }
}
