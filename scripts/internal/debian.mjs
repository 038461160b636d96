// Installs packages of Debian.
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"

/** Installs a package. Returns why it cannot be, after the advice to whoever reads it; `undefined` once it is. */
export const install = (/** @type {string} */ name, /** @type {string} */ advice) => {
  if (!existsSync("/usr/bin/apt-get")) return advice
  if (process.getuid?.() !== 0) return `${advice} (only root may install Debian's package)`
  console.log(`Installing Debian's ${name} (once) ...`)
  for (const args of [["update"], ["install", "--yes", "--no-install-recommends", name]]) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
    const { status, stderr } = spawnSync("apt-get", ["-qq", ...args], { encoding: "utf8", env })
    if (status !== 0) return `${advice} (apt-get ${args[0]} failed: ${stderr?.trim().split("\n").at(-1)})`
  }
  return undefined
}
