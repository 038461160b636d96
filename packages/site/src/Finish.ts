/**
 * The last hand on a built page: it runs under a strict Content-Security-Policy, which every page says itself, whatever a host sends.
 *
 * @module
 */
import { createHash } from "node:crypto"

/** Permissions of a page: its own files, a sandbox on this computer, and nothing else. TypeDoc's scripts set styles of elements. */
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

/** The policy of the site's own pages. */
export const policy = policyWith("'self'")

/** The policy of the API reference. */
export const policyOfApi = policyWith("'self' 'unsafe-inline'")

/** A page that keeps to the policy, and the scripts that were written within it, by their paths on the site. */
export interface Strict {
  readonly html: string
  readonly scripts: ReadonlyMap<string, string>
}

const inlineScript = /<script(?<attributes>(?: (?!src=)[\w-]+(?:="[^"]*")?)*)>(?<content>[^]*?)<\/script>/g

/** Moves the scripts of a page into files, and removes what it says of styles in its elements: scripts set those that are needed. */
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

/** Where the bar at the top of the API reference leads. */
const frame = [
  ["Candela", ""],
  ["Guides", "guides/first-program.html"],
  ["Endpoints", "reference/index.html"],
  ["Examples", "examples/index.html"],
] as const

/** The style sheet that gives the API reference the look of the site. */
export const styleOfApi = "api-frame.css"

/** A page that TypeDoc wrote, in the frame of the site: its bar leads to the other parts, in the site's colours. */
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

/** The addresses that a page links to or loads from. */
export const addressesIn = (html: string): ReadonlyArray<string> =>
  Array.from(html.matchAll(/<[a-z][^<>]*?\s(?:href|src)="([^"]*)"/g), ([, address]) => unescaped(address!))

/** The places of a page that a link can lead to. */
export const idsIn = (html: string): ReadonlySet<string> =>
  new Set(Array.from(html.matchAll(/<[a-z][^<>]*?\s(?:id|name)="([^"]*)"/g), ([, id]) => unescaped(id!)))

/** The finished site as the check sees it. */
export interface Site {
  /** The pages, by their paths. */
  readonly pages: ReadonlyMap<string, string>
  /** Whether there is a file. */
  readonly has: (path: string) => boolean
}

/**
 * Links that lead nowhere: to no file, or to no place in its page.
 *
 * @param base - The address of the site's root, `/` or `/candela/`.
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
