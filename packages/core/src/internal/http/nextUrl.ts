const absolute = /^https?:\/\//i
const path = /^\/(?!\/)/

/**
 * Where a `next_url` leads: path and query as the service wrote them, so that no request leaves the configured origin. Gives `undefined` for what is
 * neither an absolute URL, nor a path, nor a query alone, which replaces the query of `page` (path and query).
 */
export const resolve = (next: string, page: string): string | undefined => {
  const text = next.startsWith("?") ? page.replace(/\?.*$/s, "") + next : next
  const base = "http://service"
  if (!(absolute.test(text) || path.test(text)) || !URL.canParse(text, base)) return undefined
  const { pathname, search } = new URL(text, base)
  return pathname + search
}

/** Parameters under which services have been seen to repeat the key. */
const keyParameter = /^api[_-]?key$/i

/** Takes the key out of a URL's query: there it would stand in the spans and logs of the user's client. */
export const removeKey = (url: URL): void => {
  for (const name of [...url.searchParams.keys()]) {
    // Deleting writes the whole query anew: only where it must be.
    if (keyParameter.test(name)) url.searchParams.delete(name)
  }
}
