import type { Data, DataType } from "apache-arrow"
import type { Arrow } from "./library.js"
import { damaged, Problem, type ReadAt } from "./problem.js"

const encoder = /* @__PURE__ */ new TextEncoder()

/** Encodes texts in sequence in UTF-8, with the start of each. An absent one (`undefined`) has no bytes. */
export const utf8Of = (
  arrow: Arrow,
  texts: ReadonlyArray<string | undefined>,
  nullBitmap: Uint8Array | undefined,
): Data => {
  const valueOffsets = new Int32Array(texts.length + 1)
  // UTF-8 has at most three bytes for each unit of UTF-16: the rest is always large enough for the
  // next text, and grows by half of the used size.
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

/** Number of bytes of a view: the length of a text, and the text itself or its place. */
const VIEW = 16
/** Longest text in a view itself. */
const INLINE = 12

/** Returns the bytes of a text; `undefined` if they lead out of the column. */
type BytesOf = (index: number) => Uint8Array | undefined

const within = (bytes: Uint8Array, start: number, end: number): Uint8Array | undefined =>
  start >= 0 && start <= end && end <= bytes.length ? bytes.subarray(start, end) : undefined

const consecutive = ({ valueOffsets, values }: Data): BytesOf => {
  const offsets = valueOffsets as unknown as ArrayLike<number | bigint>
  return (index) =>
    index + 1 < offsets.length
      ? within(values as Uint8Array, Number(offsets[index]), Number(offsets[index + 1]))
      : undefined
}

const views = (data: Data): BytesOf => {
  const values = data.values as Uint8Array
  const view = new DataView(values.buffer, values.byteOffset, values.byteLength)
  return (index) => {
    const at = index * VIEW
    if (at + VIEW > values.length) return undefined
    const length = view.getInt32(at, true)
    if (length <= INLINE) return within(values, at + 4, at + 4 + length)
    const buffer = data.variadicBuffers[view.getInt32(at + 8, true)]
    const start = view.getInt32(at + 12, true)
    return buffer && within(buffer, start, start + length)
  }
}

/**
 * Keeps a leading U+FEFF, which the library's own decoder takes for a mark of the encoding, and
 * refuses what is no UTF-8.
 */
// protects: A leading U+FEFF of a text in Arrow and Parquet is kept.
// mutant: "a leading U+FEFF too": without , ignoreBOM: true
const exact = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/**
 * Reads texts, of any of the three layouts. Throws a {@link Problem} for bytes that are no UTF-8,
 * and a `FileError` for a damaged column.
 */
export const reader =
  ({ DataType }: Arrow, type: DataType, path: string): ReadAt =>
  (data) => {
    const bytesOf = DataType.isUtf8View(type) ? views(data) : consecutive(data)
    return (index) => {
      const bytes = bytesOf(index)
      if (bytes === undefined) throw damaged(path)
      try {
        return exact.decode(bytes)
      } catch {
        throw new Problem(path, new TextDecoder().decode(bytes), "text in UTF-8")
      }
    }
  }
