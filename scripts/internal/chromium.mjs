// Finds Chromium, or installs Debian's package if permitted.
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"

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
  if (!existsSync("/usr/bin/apt-get")) return advice
  if (process.getuid?.() !== 0) return `${advice} (only root may install Debian's package)`
  console.error("Installing Debian's chromium (once) ...")
  for (const args of [["update"], ["install", "--yes", "--no-install-recommends", "chromium"]]) {
    const options = { encoding: "utf8", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } }
    const { status, stderr } = spawnSync("apt-get", ["-qq", ...args], options)
    if (status !== 0) return `${advice} (apt-get ${args[0]} failed: ${stderr?.trim().split("\n").at(-1)})`
  }
  return undefined
}

/** `{ path }` of the browser, or the `reason` why there is none. */
export const chromium = () => {
  const reason = found() === undefined ? install() : undefined
  const path = found()
  return path === undefined ? { reason: reason ?? "the package chromium was installed, but has no command" } : { path }
}
