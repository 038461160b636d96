/** Where making code from strings turned out to be forbidden, it is not tried again: a Content-Security-Policy reports each try. */
let forbidden = false

/** The function that a body is with the given names in scope; `undefined` where code may not be made from strings. */
export const evaluate = <F>(scope: Readonly<Record<string, unknown>>, body: string): F | undefined => {
  if (forbidden) return undefined
  try {
    return new Function(...Object.keys(scope), `"use strict";return ${body}`)(...Object.values(scope)) as F
  } catch {
    forbidden = true
    return undefined
  }
}
