/**
 * The page server as a process of its own: takes its options as JSON, prints its description as one line of
 * JSON when it is ready, and ends with its standard input, so that it never outlives whoever started it.
 */
import * as PageServer from "../PageServer.js"

const { close, ...description } = await PageServer.start(JSON.parse(process.argv[2] ?? "") as PageServer.PageOptions)
process.stdout.write(`${JSON.stringify(description)}\n`)
process.stdin.resume()
process.stdin.once("close", () => void close().then(() => process.exit(0)))
