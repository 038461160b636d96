import { main } from "./main.js"
import { runMain } from "./runMain.js"

const [, , first, second] = process.argv
if (first === "sandbox" || (first === "help" && second === "sandbox")) await import("./sandbox.js")
else {
  // Its files are read together with those of the command: a tenth less until the first row. Import errors are reported when the sandbox is used.
  if (process.argv.includes("--sandbox")) void import("@candela/sandbox/Sandbox").catch(() => undefined)
  runMain(main)
}
