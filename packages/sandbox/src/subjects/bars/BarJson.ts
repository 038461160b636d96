/**
 * Bars as JSON text.
 *
 * @module
 */
import { Array, Effect } from "effect"
import { ByteWriter, longestNumber } from "../../json/ByteWriter.js"
import { mapInTurns } from "../../store/turns.js"
import type { BaseBar } from "./BaseBar.js"

/**
 * Returns the JSON text of an array of bars, in the given order. Unknown `vw` and `n` are left out,
 * `otc` when it is false, and volumes where bars have none.
 */
export const barsToJson = (bars: ReadonlyArray<BaseBar>, otc: boolean, hasVolume = true): string => {
  const keys = [
    '{"v":',
    ',"vw":',
    hasVolume ? ',"o":' : '{"o":',
    ',"c":',
    ',"h":',
    ',"l":',
    ',"t":',
    ',"n":',
    otc ? ',"otc":true},' : "},",
  ]
  const [v, vw, o, c, h, l, t, n, end] = keys.map((key) => Buffer.from(key)) as unknown as Keys
  const longestRow = keys.join("").length + 8 * longestNumber
  const writer = new ByteWriter(bars.length * longestRow + 2)
  writer.byte(91)
  for (const bar of bars) {
    if (hasVolume) {
      writer.key(v)
      writer.number(bar.v)
    }
    if (bar.vw !== null) {
      writer.key(vw)
      writer.number(bar.vw)
    }
    writer.key(o)
    writer.number(bar.o)
    writer.key(c)
    writer.number(bar.c)
    writer.key(h)
    writer.number(bar.h)
    writer.key(l)
    writer.number(bar.l)
    writer.key(t)
    writer.number(bar.t)
    if (bar.n !== null) {
      writer.key(n)
      writer.number(bar.n)
    }
    writer.key(end)
  }
  // The closing bracket replaces the comma after the last row.
  if (bars.length > 0) writer.at--
  writer.byte(93)
  return writer.text()
}

/** Number of bars written in a turn of the event loop. */
const barsPerTurn = 10_000

/** Like {@link barsToJson}, while other requests are answered. */
export const write = (bars: ReadonlyArray<BaseBar>, otc: boolean, hasVolume = true): Effect.Effect<string> =>
  Effect.map(
    mapInTurns(Array.chunksOf(bars, barsPerTurn), 1, (some) => barsToJson(some, otc, hasVolume).slice(1, -1)),
    (parts) => `[${parts.join(",")}]`,
  )

type Keys = [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer]
