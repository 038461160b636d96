// Forbids `new Function`, in a runtime that has no option for it.
const refuse = () => {
  throw new EvalError("code generation from strings is forbidden")
}
globalThis.Function = new Proxy(Function, { construct: refuse, apply: refuse })
