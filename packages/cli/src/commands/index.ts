/**
 * All commands, in the order of help.
 *
 * @module
 */
import type * as Command from "../command/Command.js"
import { history } from "./history/index.js"

/** All commands. Each group is loaded when it is used. */
export const commands: ReadonlyArray<Command.Any> = [history]
