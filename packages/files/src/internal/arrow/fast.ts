/** Columns with the layout of the file: views of its bytes, or one tight loop. */
import type { Data } from "apache-arrow"
import type * as FileSchema from "../../FileSchema.js"
import * as Bits from "../bits.js"
import type { Arrow } from "./library.js"

/**
 * Puts `NaN` where there is no value: a file's content there is meaningless. Copies, since the
 * bytes may belong to the caller.
 */
const withGaps = (values: Float64Array, bits: Uint8Array | undefined): Float64Array => {
  if (bits === undefined) return values
  const copy = values.slice()
  for (let i = 0; i < copy.length; i++) if (!Bits.has(bits, i)) copy[i] = NaN
  return copy
}

const withZeros = (values: BigInt64Array, bits: Uint8Array | undefined): BigInt64Array => {
  if (bits === undefined) return values
  const copy = values.slice()
  for (let i = 0; i < copy.length; i++) if (!Bits.has(bits, i)) copy[i] = 0n
  return copy
}

/** Converts 64-bit integers to doubles; `undefined` if one of them is not exact as a double. */
const doubles = (values: BigInt64Array, bits: Uint8Array | undefined): Float64Array | undefined => {
  const words = new Int32Array(values.buffer, values.byteOffset, values.length * 2)
  const numbers = new Float64Array(values.length)
  for (let i = 0; i < numbers.length; i++) {
    if (bits !== undefined && !Bits.has(bits, i)) {
      numbers[i] = NaN
      continue
    }
    const high = words[2 * i + 1]!
    const low = words[2 * i]! >>> 0
    // From -2 ** 53 + 1 to 2 ** 53 - 1.
    if (high < -(2 ** 21) || high >= 2 ** 21 || (high === -(2 ** 21) && low === 0)) return undefined
    numbers[i] = high * 2 ** 32 + low
  }
  return numbers
}

/**
 * Returns the values of a column without checking each one's type; `undefined` if the types differ,
 * or a value needs a closer check.
 */
export const of = (
  arrow: Arrow,
  type: FileSchema.Type,
  empty: unknown,
  data: Data,
  bits: Uint8Array | undefined,
): Float64Array | BigInt64Array | undefined => {
  const { DataType } = arrow
  const isInt64 = () => DataType.isInt(data.type) && data.type.bitWidth === 64 && data.type.isSigned
  const isIn = (unit: number) => DataType.isTimestamp(data.type) && data.type.unit === unit
  if (empty instanceof Float64Array) {
    switch (type._tag) {
      case "Number":
        return DataType.isFloat(data.type) && data.type.precision === arrow.Precision.DOUBLE
          ? withGaps(data.values as Float64Array, bits)
          : undefined
      case "Integer":
        return isInt64() ? doubles(data.values as BigInt64Array, bits) : undefined
      case "Timestamp":
        return isIn(arrow.TimeUnit.MILLISECOND) ? doubles(data.values as BigInt64Array, bits) : undefined
    }
  }
  if (empty instanceof BigInt64Array) {
    const fits = type._tag === "Timestamp" ? isIn(arrow.TimeUnit.NANOSECOND) : type._tag === "Int64" && isInt64()
    return fits ? withZeros(data.values as BigInt64Array, bits) : undefined
  }
  return undefined
}
