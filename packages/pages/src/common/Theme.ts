/**
 * Light and dark theme: the system's setting, unless the user chose one.
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

/** Activates the switch, and calls back whenever the theme changes. */
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

/** Returns the theme's colour for a variable of its style sheet: `--rise`. */
export const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()
