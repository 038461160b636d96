import { main } from "./main.js"
import { runMain } from "./runMain.js"

const [, , first, second] = process.argv
if (first === "sandbox" || (first === "help" && second === "sandbox")) await import("./sandbox.js")
else {
  // Its files are read while those of the command are: a tenth less until the first row. What is wrong with them is told when the sandbox is used.
  if (process.argv.includes("--sandbox")) void import("@candela/sandbox/Sandbox").catch(() => undefined)
  runMain(main)
}
