/**
 * Elements of the page.
 *
 * @module
 */

/** Returns the element with an id, which must exist in the page's HTML. */
export const byId = <E extends HTMLElement = HTMLElement>(id: string): E => document.getElementById(id) as E

/** Makes an element with properties and children. Texts are never parsed as HTML. */
export const element = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<Omit<HTMLElementTagNameMap[K], "style" | "attributes">> & {
    readonly attributes?: Readonly<Record<string, string>>
  } = {},
  ...children: ReadonlyArray<Node | string>
): HTMLElementTagNameMap[K] => {
  const { attributes, ...own } = properties
  const made = Object.assign(document.createElement(tag), own)
  for (const [name, value] of Object.entries(attributes ?? {})) made.setAttribute(name, value)
  made.append(...children)
  return made
}

/** Row of buttons with a single choice. */
export interface Choice<T extends string> {
  /** Marks the chosen one, if any. */
  readonly choose: (value: T | undefined) => void
}

/** Fills an element with a row of buttons. */
export const choice = <T extends string>(
  into: HTMLElement,
  label: string,
  options: ReadonlyArray<readonly [value: T, text: string]>,
  onChosen: (value: T) => void,
): Choice<T> => {
  const buttons = options.map(([value, text]) => {
    const button = element("button", { type: "button", onclick: () => onChosen(value) }, text)
    return [value, button] as const
  })
  into.className = "choice"
  into.setAttribute("role", "group")
  into.setAttribute("aria-label", label)
  into.replaceChildren(...buttons.map(([, button]) => button))
  return {
    choose: (chosen) => {
      for (const [value, button] of buttons) {
        button.setAttribute("aria-pressed", String(value === chosen))
        // A narrow window shows a part of the row: the chosen one belongs to it.
        if (value === chosen) into.scrollLeft = button.offsetLeft - (into.clientWidth - button.offsetWidth) / 2
      }
    },
  }
}
