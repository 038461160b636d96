import * as Program from "../command/Program.js"
import { runMain } from "../command/runMain.js"
import { program } from "./Command.js"

// An interruption is a successful end. With `nohup` it outlives its terminal.
runMain(Program.main(program), { signals: ["SIGINT", "SIGTERM"], interrupted: 0 })
