import type { Data } from "apache-arrow"
import type { Arrow } from "./library.js"

const encoder = /* @__PURE__ */ new TextEncoder()

/** Encodes texts in sequence in UTF-8, with the start of each. An absent one (`undefined`) has no bytes. */
export const utf8Of = (
  arrow: Arrow,
  texts: ReadonlyArray<string | undefined>,
  nullBitmap: Uint8Array | undefined,
): Data => {
  const valueOffsets = new Int32Array(texts.length + 1)
  // UTF-8 has at most three bytes for each unit of UTF-16: the rest is always large enough for the next text, and grows by half of the used size.
  let data = new Uint8Array(texts.length * 8)
  let end = 0
  texts.forEach((text, i) => {
    if (text !== undefined) {
      if (data.length - end < text.length * 3) {
        const larger = new Uint8Array(end + Math.max(end >> 1, text.length * 3))
        larger.set(data.subarray(0, end))
        data = larger
      }
      end += encoder.encodeInto(text, data.subarray(end)).written
    }
    valueOffsets[i + 1] = end
  })
  return arrow.makeData({
    type: new arrow.Utf8(),
    length: texts.length,
    valueOffsets,
    data: data.subarray(0, end),
    ...(nullBitmap === undefined ? { nullCount: 0 } : { nullBitmap }),
  })
}
