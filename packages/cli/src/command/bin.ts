import { program } from "../commands/index.js"
import { runMain } from "./runMain.js"

if (process.argv[2] === "sandbox") await import("./sandbox.js")
else runMain(program)
