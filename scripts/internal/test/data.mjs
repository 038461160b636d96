// Makes the data set that most tests and examples read: each of them would make it, where they begin at the same time.
import { Effect } from "effect"
import * as Dataset from "../../../packages/sandbox/dist/dataset/Dataset.js"
import { data } from "../workspace.mjs"

console.log(await Effect.runPromise(Dataset.make("small", { directory: data })))
