import { fileURLToPath } from "node:url"
import * as Folders from "../connect/folders.js"

// The command of `@candela/sandbox`, in place of this one. Its data sets are those of `--sandbox`.
const command = new URL("../bin/candela-sandbox.js", import.meta.resolve("@candela/sandbox"))
const [node = "", , first, ...others] = process.argv
const rest = first === "help" ? ["--help"] : others
const isTold = rest.some((arg) => arg === "--data" || arg.startsWith("--data="))
const data = Folders.datasets({ variable: (name) => process.env[name] })
process.argv = [node, fileURLToPath(command), ...(isTold ? [] : ["--data", data]), ...rest]
await import(command.href)
