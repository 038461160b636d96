import { main } from "./main.js"
import { runMain } from "./runMain.js"

if (process.argv[2] === "sandbox") await import("./sandbox.js")
else runMain(main)
