import { Redacted } from "effect"

const key = Redacted.make("a-key")
console.log(`${key}`, JSON.stringify({ key }))
