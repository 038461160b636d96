/** The sandbox's server, asked by many connections. */
import type { Run } from "../../Contender.js"
import { type AskedInput, loaded } from "./asked.js"
import { withSandbox } from "./sandboxServer.js"

export const run: Run<AskedInput> = (input) => withSandbox(input, loaded)
