/** Set after code generation has failed once: a Content-Security-Policy reports each attempt. */
let forbidden = false

/**
 * Evaluates a function expression with the given names in scope; `undefined` if generating code
 * from strings is forbidden.
 */
export const evaluate = <F>(scope: Readonly<Record<string, unknown>>, body: string): F | undefined => {
  if (forbidden) return undefined
  try {
    return new Function(...Object.keys(scope), `"use strict";return ${body}`)(...Object.values(scope)) as F
  } catch {
    forbidden = true
    return undefined
  }
}
