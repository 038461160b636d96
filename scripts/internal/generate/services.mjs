// The services of the built packages, found by what they export.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

/** The services of packages (as `workspace.mjs` lists them), each with the declared endpoints behind its methods. */
export const servicesOf = async (packages) => {
  const found = packages.map(async ({ directory, manifest }) => {
    const module = await import(pathToFileURL(join(directory, "dist/index.js")).href)
    return Object.entries(module)
      .filter(([, exported]) => typeof exported === "function" && "endpoints" in exported)
      .map(([name, { endpoints }]) => ({ package: manifest.name, directory, name, endpoints }))
  })
  return (await Promise.all(found)).flat()
}

/** The live services of packages, each with the declared topics behind its methods. */
export const liveServicesOf = async (packages) => {
  const found = packages.map(async ({ directory, manifest }) => {
    const file = join(directory, "dist/Live.js")
    if (!existsSync(join(directory, "src/Live.ts"))) return []
    return Object.entries(await import(pathToFileURL(file).href))
      .filter(([, exported]) => typeof exported === "function" && "topics" in exported)
      .map(([name, { topics }]) => ({ package: manifest.name, directory, name, topics }))
  })
  return (await Promise.all(found)).flat()
}
