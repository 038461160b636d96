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

const coloured = new Set(["keyword", "string", "property", "comment", "class"])

/** Shows a text in a block, with syntax colours. */
export const show = (code: HTMLElement, text: string, language: Language): void => {
  const made = parts(text, language).map(([kind, text]) =>
    coloured.has(kind) ? element("span", { className: `code-${kind}` }, text) : text,
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
