/** The sandbox's server, asked for a list of 100 rows. */
import type { Run } from "../../Contender.js"
import { asked, type AskedInput, LIST } from "./asked.js"
import { withSandbox } from "./sandboxServer.js"

export const run: Run<AskedInput> = (input) => withSandbox(input, (port) => asked(port, LIST, 1_500))
