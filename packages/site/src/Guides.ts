/**
 * Pages of `docs` on the site: their order, and their links.
 *
 * @module
 */

/** Group of guides in the navigation. */
export interface Group {
  readonly title: string
  /** Names of the files in `docs`, without their extension. */
  readonly pages: ReadonlyArray<string>
}

/** All pages of `docs`, grouped by purpose. `endpoints` is the reference. */
export const groups: ReadonlyArray<Group> = [
  { title: "Begin", pages: ["first-program", "installing", "configuration", "not-covered", "if-something-goes-wrong"] },
  {
    title: "Request",
    pages: ["methods", "rows-or-columns", "ticks", "options", "filings", "errors", "limits", "caching", "resuming"],
  },
  { title: "Live", pages: ["live", "live-gaps", "live-for-months", "live-from-the-vendors-client"] },
  { title: "Keep", pages: ["files", "history", "keeping-up", "from-python"] },
  { title: "Build", pages: ["testing", "data", "http-service", "services", "accounts", "command-line", "gallery"] },
  { title: "Operate", pages: ["observing", "stores", "backfill", "scale", "runtimes"] },
  { title: "Compare", pages: ["speed", "from-the-vendors-client", "versions", "effect-4"] },
]

/** Address of the repository on its forge. */
export const repository = "https://github.com/candela-effect/candela"

/** Addresses on the site of pages that are not guides from `docs`. */
const elsewhere: Readonly<Record<string, string>> = {
  "docs/endpoints.md": "/reference/",
  "SECURITY.md": "/guides/security",
  "README.md": "/",
}

/** Normalizes a path in the repository, without `..`. */
const normal = (path: string): string => {
  const parts: Array<string> = []
  for (const part of path.split("/")) {
    if (part === "..") parts.pop()
    else if (part !== "." && part !== "") parts.push(part)
  }
  return parts.join("/")
}

/** Whether a link leads outside of the repository, or stays on its page. */
export const isOutside = (target: string): boolean => /^([a-z]+:|#|\/\/)/.test(target)

/** Resolves a link of a file to a path in the repository and an anchor. */
export const resolve = (file: string, target: string): { readonly path: string; readonly anchor: string } => {
  const [path = "", anchor] = target.split("#")
  const folder = file.includes("/") ? file.slice(0, file.lastIndexOf("/")) : ""
  return {
    path: path === "" ? file : normal(`${folder}/${path}`),
    anchor: anchor === undefined ? "" : `#${anchor}`,
  }
}

/** Returns the address on the site for a link of a file: a page of the site, otherwise the forge. */
export const address = (file: string, target: string): string => {
  if (target === `${repository}/tree/main/examples/src`) return "/examples/"
  if (isOutside(target)) return target
  const { anchor, path } = resolve(file, target)
  const [, guide] = /^docs\/([\w-]+)\.md$/.exec(path) ?? []
  const [, example] = /^examples\/src\/(\w+)\.ts$/.exec(path) ?? []
  const [, readme] = /^packages\/(\w+)\/README\.md$/.exec(path) ?? []
  const [, image] = /^docs\/((?:[\w-]+\/)?[\w-]+\.(?:png|svg))$/.exec(path) ?? []
  if (elsewhere[path] !== undefined) return elsewhere[path] + anchor
  if (guide !== undefined) return `/guides/${guide}${anchor}`
  if (example !== undefined) return `/examples/${example}`
  if (readme !== undefined && readme !== "cli") return `/api/modules/_candela_${readme}.html`
  if (image !== undefined) return `/${image}`
  return `${repository}/blob/main/${path}${anchor}`
}

/** Changes the lines of a Markdown text outside of its blocks of code. */
export const mapProse = (markdown: string, change: (line: string) => string): string => {
  let fence: string | undefined
  return markdown
    .split("\n")
    .map((line) => {
      const [, ticks] = /^ *(`{3,})/.exec(line) ?? []
      if (ticks !== undefined && (fence === undefined || line.trim() === fence)) {
        fence = fence === undefined ? ticks : undefined
        return line
      }
      return fence === undefined ? change(line) : line
    })
    .join("\n")
}

const link = /\]\(([^)\s]+)\)/g

/** Returns the links of a Markdown text, including images. */
export const linksOf = (markdown: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  mapProse(markdown, (line) => {
    for (const [, target] of line.matchAll(link)) found.push(target!)
    return line
  })
  return found
}

/** Converts a page of the repository to a page of the site. */
export const pageOf = (file: string, markdown: string): string =>
  mapProse(markdown, (line) =>
    line
      .replaceAll(link, (_, target: string) => {
        const to = address(file, target)
        // VitePress does not contain the API reference: the browser must load its pages.
        return to.startsWith("/api/") ? `](${to}){target="_self"}` : `](${to})`
      })
      .replaceAll(/<!--.*?-->/g, ""),
  )

/** Returns the title of a page: its first heading. */
export const titleOf = (markdown: string): string => /^# (.+)$/m.exec(markdown)?.[1] ?? ""
