import { onTestFinished, vi } from "vitest"

/**
 * Counts the functions that are made from strings, by their bodies, until the test ends.
 * `forbidden`: makes none, as where a Content-Security-Policy forbids it.
 */
export const watchFunction = (forbidden: boolean): ReadonlyArray<string> => {
  const made: Array<string> = []
  const Original = Function
  vi.stubGlobal("Function", function (...words: Array<string>) {
    made.push(words.at(-1)!)
    if (forbidden) throw new EvalError("Code generation from strings disallowed for this context")
    return new Original(...words)
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    // Modules remember that it is forbidden: test files that follow load them anew.
    if (forbidden) vi.resetModules()
  })
  return made
}
