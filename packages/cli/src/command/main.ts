import { program } from "../commands/index.js"
import * as Program from "./Program.js"

/** Runs a command line of `candela` in this process, and returns its exit code. */
export const main = Program.main(program)
