// Writes the sandbox's OpenAPI document. It reads what the compiler emitted, and asks a data set for the examples.
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Dataset from "../../../packages/sandbox/dist/dataset/Dataset.js"
import * as OpenApi from "../../../packages/sandbox/dist/OpenApi.js"
import { formatted } from "./generate.mjs"
import { data, root } from "../workspace.mjs"

const file = join(root, "packages/sandbox/openapi.json")
const small = Dataset.make("small", { directory: data })

const text = await OpenApi.make.pipe(
  Effect.provide(Dataset.layer(Effect.flatMap(small, (path) => Dataset.open(path)))),
  Effect.runPromise,
)
writeFileSync(file, await formatted(file, text))
