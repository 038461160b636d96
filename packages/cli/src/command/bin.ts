import { main } from "./main.js"
import { runMain } from "./runMain.js"

const [, , first, second] = process.argv
if (first === "sandbox" || (first === "help" && second === "sandbox")) await import("./sandbox.js")
else runMain(main)
