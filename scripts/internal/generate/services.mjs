// The services of the built packages, found by what they export.
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
