/**
 * The key, kept for this tab alone: in the session's storage, never in an address that is shown, sent or logged.
 *
 * @module
 */
import * as Redacted from "effect/Redacted"

const name = "candela.key"

/** The key of a sandbox that was started without one. */
export const byDefault = "sandbox"

/**
 * Splits the key from the fragment of an address: `#key=sandbox&market=forex` is the key `sandbox` and the fragment `#market=forex`.
 */
export const split = (fragment: string): { readonly key: string | undefined; readonly rest: string } => {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ""))
  const key = parameters.get("key") || undefined
  if (!parameters.has("key")) return { key, rest: fragment }
  parameters.delete("key")
  const rest = parameters.toString()
  return { key, rest: rest === "" ? "" : `#${rest}` }
}

/** Takes a key out of the address bar, and keeps it. The address without it replaces the one with it, which leaves the history too. */
export const take = ({ history, location, sessionStorage }: Window): void => {
  const { key, rest } = split(location.hash)
  if (rest === location.hash) return
  history.replaceState(null, "", location.pathname + location.search + rest)
  if (key !== undefined) sessionStorage.setItem(name, key)
}

/** The key of this tab; `undefined` where none was given. */
export const read = ({ sessionStorage }: Window): Redacted.Redacted | undefined => {
  const key = sessionStorage.getItem(name)
  return key === null ? undefined : Redacted.make(key)
}

/** Whether a text can be a key: another one would fit no header. */
export const isValid = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)

/** Keeps a key for this tab. */
export const keep = ({ sessionStorage }: Window, key: string): void => sessionStorage.setItem(name, key)

/** Forgets the key. */
export const forget = ({ sessionStorage }: Window): void => sessionStorage.removeItem(name)
