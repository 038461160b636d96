// Makes the data set that most tests and examples read: each of them would make it, where they begin at the same time.
import { Effect } from "effect"
import { join } from "node:path"
import * as Dataset from "../../../packages/sandbox/dist/dataset/Dataset.js"
import { root } from "../workspace.mjs"

const directory = join(root, "node_modules/.cache/candela/data")
console.log(await Effect.runPromise(Dataset.make("small", { directory })))
