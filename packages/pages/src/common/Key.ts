/**
 * Key of this tab: in session storage only, never in an address that is shown, sent or logged.
 *
 * @module
 */
import * as Redacted from "effect/Redacted"

const name = "candela.key"

/** Key of a sandbox that was started without one. */
export const byDefault = "sandbox"

/**
 * Splits the key from the fragment of an address: `#key=sandbox&market=forex` is the key `sandbox`
 * and the fragment `#market=forex`.
 */
export const split = (fragment: string): { readonly key: string | undefined; readonly rest: string } => {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ""))
  const key = parameters.get("key") || undefined
  if (!parameters.has("key")) return { key, rest: fragment }
  parameters.delete("key")
  const rest = parameters.toString()
  return { key, rest: rest === "" ? "" : `#${rest}` }
}

/**
 * Moves a key from the address bar to session storage. The address without the key replaces the one
 * with it in the history too.
 */
export const take = ({ history, location, sessionStorage }: Window): void => {
  const { key, rest } = split(location.hash)
  if (rest === location.hash) return
  history.replaceState(null, "", location.pathname + location.search + rest)
  if (key !== undefined) sessionStorage.setItem(name, key)
}

/** Reads the key of this tab; `undefined` without one. */
export const read = ({ sessionStorage }: Window): Redacted.Redacted | undefined => {
  const key = sessionStorage.getItem(name)
  return key === null ? undefined : Redacted.make(key)
}

/** Whether a text can be a key: others are invalid in a header. */
export const isValid = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)

/** Stores a key for this tab. */
export const keep = ({ sessionStorage }: Window, key: string): void => sessionStorage.setItem(name, key)

/** Removes the key. */
export const forget = ({ sessionStorage }: Window): void => sessionStorage.removeItem(name)
