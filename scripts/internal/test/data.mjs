// Makes the data set that most tests and examples read: each of them would make it, where they begin at the same time. It stays in the folder of the sandbox's default.
import { Effect } from "effect"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Dataset from "../../../packages/sandbox/dist/dataset/Dataset.js"

console.log(await Effect.runPromise(Dataset.make("small", { directory: join(tmpdir(), "candela-sandbox") })))
