/** Numbers and instants from any type of a file. */
import type { DataType } from "apache-arrow"
import type { Arrow } from "./library.js"
import { Problem, type ReadAt } from "./problem.js"

const WHOLE = "a whole number of at most 2 ** 53 - 1"
const INT64 = "a 64-bit integer"

/** Reads unconverted values: numbers, or `bigint`s of 64-bit types. `undefined` for a non-numeric type. */
const raw = (arrow: Arrow, found: DataType): ReadAt | undefined => {
  const { DataType } = arrow
  if (DataType.isInt(found))
    return ({ values }) =>
      (index) =>
        values[index] as unknown
  if (!DataType.isFloat(found)) return undefined
  // 16-bit floats are not numbers in their array.
  if (found.precision !== arrow.Precision.HALF)
    return ({ values }) =>
      (index) =>
        values[index] as unknown
  return (data) => {
    const vector = new arrow.Vector([data])
    return (index) => vector.get(index)
  }
}

/** Reads decimals as text, such as `12.50`. */
const decimal = (arrow: Arrow, found: DataType): ReadAt | undefined => {
  if (!arrow.DataType.isDecimal(found)) return undefined
  const { bitWidth, scale } = found
  const words = bitWidth / 32
  return ({ values }) =>
    (index) => {
      let bits = 0n
      for (let k = words - 1; k >= 0; k--)
        bits = (bits << 32n) | BigInt((values as Uint32Array)[index * words + k]! >>> 0)
      const unscaled = BigInt.asIntN(bitWidth, bits)
      const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, "0")
      const whole = digits.slice(0, digits.length - scale)
      return `${unscaled < 0n ? "-" : ""}${whole}.${digits.slice(digits.length - scale)}0`
    }
}

const map =
  (read: ReadAt, convert: (value: unknown) => unknown): ReadAt =>
  (data) => {
    const at = read(data)
    return (index) => convert(at(index))
  }

/** Reads a double: from a 64-bit integer only if it is exact; from a decimal the nearest. */
export const number = (arrow: Arrow, found: DataType, path: string): ReadAt | undefined => {
  const decimals = decimal(arrow, found)
  if (decimals !== undefined) return map(decimals, Number)
  const numbers = raw(arrow, found)
  return (
    numbers &&
    map(numbers, (value) => {
      if (typeof value === "number") return value
      const converted = Number(value)
      if (BigInt(converted) !== value) throw new Problem(path, value, "a number that a double holds exactly")
      return converted
    })
  )
}

/** Reads a whole number from any numeric type. */
export const integer = (arrow: Arrow, found: DataType, path: string): ReadAt | undefined => {
  const numbers = raw(arrow, found) ?? decimal(arrow, found)
  return (
    numbers &&
    map(numbers, (value) => {
      const converted = Number(value)
      if (!Number.isSafeInteger(converted)) throw new Problem(path, value, WHOLE)
      return converted
    })
  )
}

/** Reads an exact 64-bit integer from any integer type. */
export const int64 = (arrow: Arrow, found: DataType, path: string): ReadAt | undefined => {
  const numbers = arrow.DataType.isInt(found) ? raw(arrow, found) : undefined
  return (
    numbers &&
    map(numbers, (value) => {
      const converted = BigInt(value as number | bigint)
      if (BigInt.asIntN(64, converted) !== converted) throw new Problem(path, value, INT64)
      return converted
    })
  )
}

/** Nanoseconds per timestamp unit, from seconds on. */
const NANOSECONDS = [1_000_000_000n, 1_000_000n, 1_000n, 1n] as const

/** Reads an instant from timestamps in any unit and time zone: a zone affects only the display of an instant. */
export const instant = (
  arrow: Arrow,
  found: DataType,
  unit: "milliseconds" | "nanoseconds",
  path: string,
): ReadAt | undefined => {
  if (!arrow.DataType.isTimestamp(found)) return undefined
  const factor = NANOSECONDS[found.unit]!
  const read: ReadAt =
    ({ values }) =>
    (index) =>
      (values as BigInt64Array)[index]! * factor
  return map(read, (value) => {
    const nanos = value as bigint
    if (unit === "nanoseconds") {
      if (BigInt.asIntN(64, nanos) !== nanos) throw new Problem(path, value, "an instant of the years 1677 to 2262")
      return nanos
    }
    const millis = Number(nanos / 1_000_000n)
    if (nanos % 1_000_000n !== 0n || !Number.isSafeInteger(millis)) {
      throw new Problem(path, `${String(nanos)} ns`, "an instant in whole milliseconds")
    }
    return millis
  })
}
