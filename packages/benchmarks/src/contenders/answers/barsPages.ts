/** A page of bars as the sandbox sends it. */
import { createHash } from "node:crypto"

/** What the contenders of the case about a page of bars are given. */
export interface BarsPageInput {
  /** The file of the sandbox's data set. */
  readonly file: string
}

/** Whose minutes are asked for: they never stop. */
export const TICKER = "X:BTCUSD"

/** The largest page of the service. */
export const ROWS = 50_000

/** What the contenders must agree upon: the text of the rows, to the letter. */
export const checkBars = (text: string) => ({
  rows: (JSON.parse(text) as ReadonlyArray<unknown>).length,
  checksum: createHash("sha256").update(text).digest("hex"),
})
