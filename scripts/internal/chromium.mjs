// Finds Chromium, or installs Debian's package if permitted.
import { existsSync } from "node:fs"
import { install as installPackage } from "./debian.mjs"

const paths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
]

const found = () => (process.env.CHROMIUM ? [process.env.CHROMIUM] : paths).find(existsSync)

/** Why Debian's package cannot be installed; undefined once it is. */
const install = () => {
  if (process.env.CHROMIUM) return `CHROMIUM names ${process.env.CHROMIUM}, which does not exist`
  const advice = "there is no Chromium: install one, or set CHROMIUM to its path"
  return installPackage("chromium", advice)
}

/** `{ path }` of the browser, or the `reason` why there is none. */
export const chromium = () => {
  const reason = found() === undefined ? install() : undefined
  const path = found()
  return path === undefined ? { reason: reason ?? "the package chromium was installed, but has no command" } : { path }
}
