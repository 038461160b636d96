/** The floor: reads the bytes of every page with undici, and does nothing with them. */
import * as Undici from "@effect/platform-node/Undici"
import { drain, type Run } from "../../Contender.js"
import { firstPage, type HistoryInput, Tally } from "./history.js"

export const run: Run<HistoryInput> = (input) =>
  drain(async () => {
    const tally = new Tally()
    for (let url: string | undefined = firstPage(input); url !== undefined; url = tally.next()) {
      const { body } = await Undici.request(url)
      for await (const chunk of body) {
        tally.add(chunk as Uint8Array)
      }
    }
    return tally.bytes
  })
