/** The sandbox's server, asked with a key that it does not know. */
import type { Run } from "../../Contender.js"
import { asked, type AskedInput, REFUSED } from "./asked.js"
import { withSandbox } from "./sandboxServer.js"

export const run: Run<AskedInput> = (input) => withSandbox(input, (port) => asked(port, REFUSED, 20_000))
