/**
 * Final step for built pages: each contains a strict Content-Security-Policy, independent of the host's headers.
 *
 * @module
 */
import { createHash } from "node:crypto"

/**
 * Permissions of a page: only its own files and a sandbox on this computer. TypeDoc's scripts set styles of elements.
 */
const policyWith = (styles: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "connect-src 'self' http://127.0.0.1:* http://localhost:*",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ")

/** Policy of the site's own pages. */
export const policy = policyWith("'self'")

/** Policy of the API reference. */
export const policyOfApi = policyWith("'self' 'unsafe-inline'")

/** Page that complies with the policy, and its extracted inline scripts, by path on the site. */
export interface Strict {
  readonly html: string
  readonly scripts: ReadonlyMap<string, string>
}

const inlineScript = /<script(?<attributes>(?: (?!src=)[\w-]+(?:="[^"]*")?)*)>(?<content>[^]*?)<\/script>/g

/**
 * Moves the inline scripts of a page into files, and removes style attributes of its elements:
 * scripts set the needed ones.
 */
export const strict = (html: string, base: string, content = policy): Strict => {
  const scripts = new Map<string, string>()
  const moved = html
    .replace(inlineScript, (whole, attributes: string, text: string) => {
      if (text.trim() === "" || / type="application\//.test(attributes)) return whole
      const path = `assets/${createHash("sha256").update(text).digest("hex").slice(0, 16)}.js`
      scripts.set(path, text)
      return `<script${attributes} src="${base}${path}"></script>`
    })
    .replace(/<[a-z][^<>]*>/g, (tag) => tag.replace(/ style="[^"]*"/, ""))
    .replace(/<meta charset="utf-8"\/?>/i, `$&<meta http-equiv="Content-Security-Policy" content="${content}">`)
  return { html: moved, scripts }
}

/** Whether a file of the site is a part of the search's index. */
export const isOfSearch = (path: string): boolean =>
  path === "search.json" || path.replaceAll("\\", "/").startsWith("assets/chunks/@localSearchIndex")

/** Maximum size of the search's index, bytes. */
export const mostSearch = 2_000_000

/** Links in the top bar of the API reference. */
const frame = [
  ["Candela", ""],
  ["Guides", "guides/first-program.html"],
  ["Endpoints", "reference/index.html"],
  ["Examples", "examples/index.html"],
] as const

/** Style sheet that gives the API reference the design of the site. */
export const styleOfApi = "api-frame.css"

/** Adds the frame of the site to a TypeDoc page: a bar with links to the other parts, in the site's colours. */
export const framed = (html: string, base: string): string => {
  const links = frame.map(([text, path]) => `<a href="${base}${path}">${text}</a>`).join("")
  return html
    .replace(/<div id="tsd-toolbar-links"[^>]*>/, `$&${links}`)
    .replace(
      "</head>",
      `<link rel="icon" type="image/svg+xml" href="${base}favicon.svg"><link rel="stylesheet" href="${base}${styleOfApi}"></head>`,
    )
}

const unescaped = (text: string) =>
  text.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&lt;", "<")

/** Returns the addresses that a page links to or loads from. */
export const addressesIn = (html: string): ReadonlyArray<string> =>
  Array.from(html.matchAll(/<[a-z][^<>]*?\s(?:href|src)="([^"]*)"/g), ([, address]) => unescaped(address!))

/** Returns the possible link targets in a page. */
export const idsIn = (html: string): ReadonlySet<string> =>
  new Set(Array.from(html.matchAll(/<[a-z][^<>]*?\s(?:id|name)="([^"]*)"/g), ([, id]) => unescaped(id!)))

/** Finished site, for the check. */
export interface Site {
  /** Pages by path. */
  readonly pages: ReadonlyMap<string, string>
  /** Whether a file exists. */
  readonly has: (path: string) => boolean
}

/**
 * Finds dead links, whose file or target in the page does not exist.
 *
 * @param base - Address of the site's root, `/` or `/candela/`.
 */
export const deadLinks = ({ has, pages }: Site, base: string): ReadonlyArray<string> => {
  const ids = new Map(Array.from(pages, ([path, html]) => [path, idsIn(html)]))
  return Array.from(pages).flatMap(([path, html]) =>
    [...new Set(addressesIn(html))].flatMap((address) => {
      if (/^([a-z]+:|\/\/)/.test(address)) return []
      const url = new URL(address, `http://site${base}${path}`)
      const target = decodeURIComponent(url.pathname).slice(base.length)
      const file = target === "" || target.endsWith("/") ? `${target}index.html` : target
      if (!decodeURIComponent(url.pathname).startsWith(base) || !has(file))
        return [`${path}: ${address} leads to no file`]
      // A script of TypeDoc fills this page.
      if (file === "api/hierarchy.html") return []
      const anchor = decodeURIComponent(url.hash.slice(1))
      const places = ids.get(file)
      return anchor === "" || places === undefined || places.has(anchor)
        ? []
        : [`${path}: ${address} leads to no place in ${file}`]
    }),
  )
}
