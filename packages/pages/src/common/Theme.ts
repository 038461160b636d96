/**
 * Light and dark: as the system says, unless the person at the page chose.
 *
 * @module
 */
import { byId } from "./Dom.js"

const name = "candela.theme"
const system = matchMedia("(prefers-color-scheme: dark)")

const isDark = () => {
  const chosen = document.documentElement.dataset["theme"]
  return chosen === undefined ? system.matches : chosen === "dark"
}

/** Makes the switch work, and calls back whenever the theme changes. */
export const start = (onChanged: () => void): void => {
  const button = byId<HTMLButtonElement>("theme")
  const root = document.documentElement
  const changed = () => {
    button.textContent = isDark() ? "Light" : "Dark"
    button.setAttribute("aria-label", isDark() ? "Switch to the light theme" : "Switch to the dark theme")
    onChanged()
  }
  const chosen = localStorage.getItem(name)
  if (chosen === "light" || chosen === "dark") root.dataset["theme"] = chosen
  system.addEventListener("change", changed)
  button.addEventListener("click", () => {
    localStorage.setItem(name, (root.dataset["theme"] = isDark() ? "light" : "dark"))
    changed()
  })
  changed()
}

/** The colour that the theme has under a name of its style sheet: `--rise`. */
export const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()
