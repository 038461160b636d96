/** The server of daily bars as a process of its own, as that of pages is. */
import * as DailyServer from "../DailyServer.js"

const { close, ...description } = await DailyServer.start(JSON.parse(process.argv[2] ?? "") as DailyServer.DailyOptions)
process.stdout.write(`${JSON.stringify(description)}\n`)
process.stdin.resume()
process.stdin.once("close", () => void close().then(() => process.exit(0)))
