// Writes the sandbox's OpenAPI and AsyncAPI documents, and says which examples have too few or too many rows. It
// reads what the compiler emitted, and asks a data set for the examples.
import { Effect } from "effect"
import { join } from "node:path"
import * as AsyncApi from "../../../packages/sandbox/dist/AsyncApi.js"
import * as Dataset from "../../../packages/sandbox/dist/dataset/Dataset.js"
import * as OpenApi from "../../../packages/sandbox/dist/OpenApi.js"
import { sentence, unfit } from "./examples.mjs"
import { formatted, writeChanged } from "./generate.mjs"
import { data, root } from "../workspace.mjs"

const file = join(root, "packages/sandbox/openapi.json")
const asyncFile = join(root, "packages/sandbox/asyncapi.json")
const small = Dataset.make("small", { directory: data })

writeChanged(asyncFile, await formatted(asyncFile, AsyncApi.make()))
const [text, found] = await Effect.all([OpenApi.make, unfit]).pipe(
  Effect.provide(Dataset.layer(Effect.flatMap(small, (path) => Dataset.open(path)))),
  Effect.runPromise,
)
writeChanged(file, await formatted(file, text))
for (const one of found) console.error(sentence(one))
if (found.length > 0) process.exitCode = 1
