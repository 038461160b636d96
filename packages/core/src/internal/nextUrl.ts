/** An absolute URL, or a path. */
const located = /^(https?:\/\/|\/(?!\/))/i

/** Upper bound for the characters of a `next_url`. Servers accept URLs of some 8,000. */
const longest = 65_536

/** Parameters under which services have been observed to repeat the key. */
const keyParameter = /^api[_-]?key$/i

/** Removes the key from a URL's query, which would appear in the spans and logs of the user's client. */
export const removeKey = (url: URL): void => {
  for (const name of [...url.searchParams.keys()]) {
    // `delete` rewrites the whole query, even if it deletes nothing.
    if (keyParameter.test(name)) url.searchParams.delete(name)
  }
}

/**
 * Returns the path and query of a `next_url` without the key's parameter, so that requests stay on
 * the configured origin. A query by itself replaces the query of `page` (path and query). Returns
 * `undefined` for anything but an absolute URL, a path or a query, and for overlong texts.
 */
export const resolve = (next: string, page: string): string | undefined => {
  // A URL parser reads a backslash as a slash, which would hide JSON escapes from the search for the key.
  // protects: A `next_url` that no server accepts is not followed.
  // mutant: "is refused after the rows of its page, and not followed": longest → 1e9
  if (next.length > longest || next.includes("\\")) return undefined
  const text = next.startsWith("?") ? page.replace(/\?.*$/s, "") + next : next
  const base = "http://service"
  if (!located.test(text) || !URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  // protects: No checkpoint holds the key that a service repeats as a parameter.
  // mutant: "is in no checkpoint, though the service repeats it as a parameter": removed
  removeKey(url)
  return url.pathname + url.search
}
