/**
 * Runs one contender in this process: `decode/candela.rows` and its input as JSON. Prints what it
 * measured as one line of JSON.
 */
import type { Trial } from "../Contender.js"

const [name = "", input] = process.argv.slice(2)
const [module, run] = name.split(".")
const contenders = (await import(`../contenders/${module}.js`)) as Readonly<Record<string, Trial<unknown>>>
process.stdout.write(`${JSON.stringify(await contenders[run!]!(JSON.parse(input ?? "null")))}\n`)
