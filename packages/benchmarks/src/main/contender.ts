/** Runs one contender in this process: the name of its module and its input as JSON. Prints what it measured as one line of JSON. */
import type { Run } from "../Contender.js"

const [name, input] = process.argv.slice(2)
const { run } = (await import(`../contenders/${name}.js`)) as { readonly run: Run<unknown> }
process.stdout.write(`${JSON.stringify(await run(JSON.parse(input ?? "null")))}\n`)
