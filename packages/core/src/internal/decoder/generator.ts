/**
 * Writes a scanner for rows whose keys stand in one order, as JavaScript.
 *
 * Such a scanner starts after a row. While a comma and a row of that order follow (optional fields may be missing) it reads the row; it stops before
 * the first row that it does not read, of which it has written nothing, and gives its position. For rows of `{"v":1,"t":2}` it is, shortened:
 *
 * ```js
 * rows: while (i < limit) {
 *   start = p
 *   if (!(b[p]===44&&b[p+1]===123)) break
 *   p += 2
 *   row: {
 *     if (w.getInt32(p,true)===975336994) {   // the four bytes of "v":
 *       p += 4
 *       // ... a number into a0, and the character after it into c
 *       if (c===44) p += 1
 *       else {p=start;break rows}
 *     } else {p=start;break rows}
 *     if (w.getInt32(p,true)===975336482) {   // "t":
 *       p += 4
 *       // ... a number into a1
 *       if (c===44) p += 1
 *       else if (c===125) {p++;break row}
 *       else {p=start;break rows}
 *     } else {p=start;break rows}
 *     {p=start;break rows}
 *   }
 *   v0[i]=a0
 *   v1[i]=a1
 *   i++
 * }
 * ```
 */
import { POWERS, readInt64, readNumber, readString } from "../json/scalars.js"
import { skipValue } from "../json/tokenizer.js"
import { evaluate } from "./evaluate.js"
import type { Scanner } from "./scanner.js"
import type { Cell, Sheet } from "./sheet.js"

/** A row as it was seen. */
export interface Seen {
  /** The numbers of its keys. */
  readonly order: ReadonlyArray<number>
  /** How many spaces follow a colon, and a comma. */
  readonly colon: number
  readonly comma: number
}

/**
 * How many rows a scanner is asked for at a time. The runtime goes over to the code that it has compiled when a function is called anew, and compiles
 * it once more for one that stays in its loop; and the first pages of a process are what most programs read.
 */
export const BATCH = 16

/**
 * Reads rows from `i` up to `limit`, leaves in `scanner.rows` how many there are then, and gives the position after the last. `w` is a view of the same
 * bytes.
 */
export type Scan = (b: Uint8Array, w: DataView, p: number, i: number, limit: number, target: Sheet) => number

/** Another view of the same bytes, for a scanner. */
export const viewOf = (b: Uint8Array): DataView => new DataView(b.buffer, b.byteOffset, b.byteLength)

const MISS = "{p=start;break rows}"

/** Whether the bytes at `p` are those of a text: compared four at a time. */
const at = (text: string): string => {
  const bytes = new TextEncoder().encode(text)
  const view = new DataView(bytes.buffer)
  const tests: Array<string> = []
  let i = 0
  for (; i + 4 <= bytes.length; i += 4) tests.push(`w.getInt32(p+${i},true)===${view.getInt32(i, true)}`)
  for (; i < bytes.length; i++) tests.push(`b[p+${i}]===${bytes[i]}`)
  return tests.join("&&")
}

const past = (text: string): string => `p+=${new TextEncoder().encode(text).length}`

/** Reads a value into `a`, and the character after it into `c`: a number after its first digits, anything else from its start. */
const read: Record<Cell["kind"], (k: number) => string> = {
  number: (k) => `if(n>1&&b[f]===48)${MISS}
if(c===46){f=++p;c=b[p];while((d=c^48)<10){x=x*10+d;c=b[++p]}f=p-f;if(f===0)${MISS};n+=f;if(n<16)x/=POWERS[f]}
if(n>15||c===101||c===69){x=readNumber(b,q,scanner);if(x!==x)${MISS};p=scanner.at;c=b[p]}else if(b[q]===45)x=-x
a${k}=x`,
  bigint: (k) => `p=readInt64(b,p,halves,${k});if(p<0)${MISS};c=b[p];a${k}=integers[${k}]`,
  boolean: (k) =>
    `if(${at("true")}){${past("true")};a${k}=true}else if(${at("false")}){${past("false")};a${k}=false}else ${MISS};c=b[p]`,
  other: (k) => `s=readString(b,p,scanner);if(s===undefined)${MISS};p=scanner.at;c=b[p];a${k}=s`,
}

/** Reads the digits before a number's point. Where there are none stands `null`, if anything: so a number costs no test of its own for that. */
const digits = `q=p;c=b[p];if(c===45)c=b[++p];f=p;x=0
while((d=c^48)<10){x=x*10+d;c=b[++p]}
n=p-f`

const skipNull = `${past("null")};c=b[p]`

const initial: Record<Cell["kind"], string> = { number: "0", bigint: "0n", boolean: "false", other: `""` }

/** Code that writes the values that were read (`a0`, `a1`, ..., present where `m0`, `m1`, ...) into the columns of the target. */
const emitRow = (cells: ReadonlyArray<Cell>, fields: ReadonlyArray<number>) => {
  const store = (k: number): string => {
    const { kind, optional } = cells[k]!
    const set = kind === "boolean" ? `v${k}[i]=a${k}?1:0` : `v${k}[i]=a${k}`
    if (!optional) return set
    return `if(m${k}){${set};p${k}[i>>3]|=1<<(i&7)}${kind === "number" ? `else v${k}[i]=NaN` : ""}`
  }
  const gaps = cells.flatMap(({ kind }, k) => (kind === "number" && !fields.includes(k) ? [k] : []))
  return {
    setUp: [...fields, ...gaps].map((k) => `const v${k}=target.values[${k}],p${k}=target.present[${k}]`).join("\n"),
    row: [...fields.map(store), ...gaps.map((k) => `v${k}[i]=NaN`)].join("\n"),
  }
}

const write = (cells: ReadonlyArray<Cell>, keys: ReadonlyArray<string>, seen: Seen): string => {
  const comma = `,${" ".repeat(seen.comma)}`
  const required = (k: number) => cells[k]?.optional === false

  const value = (k: number): string => {
    const cell = cells[k]
    if (cell === undefined) return `p=skipValue(b,p);if(p<0)${MISS};c=b[p]`
    const test = cell.test === undefined ? "" : `;if(!tests[${k}](a${k}))${MISS}`
    const some = `${read[cell.kind](k)}${test}${cell.optional ? `;m${k}=true` : ""}`
    if (cell.kind !== "number") return cell.nullIsAbsent ? `if(${at("null")}){${skipNull}}else{${some}}` : some
    const none = cell.nullIsAbsent ? `if(p!==q||!(${at("null")}))${MISS};${skipNull}` : MISS
    return `${digits}\nif(n===0){${none}}else{${some}}`
  }

  const member = (k: number, place: number): string => {
    const key = `${keys[k]!}:${" ".repeat(seen.colon)}`
    const mayEnd = !seen.order.slice(place + 1).some(required)
    return `if(${at(key)}){${past(key)}
${value(k)}
if(c===44${seen.comma ? "&&b[p+1]===32" : ""})${past(comma)}
${mayEnd ? "else if(c===125){p++;break row}\n" : ""}else ${MISS}
}${required(k) ? `else ${MISS}` : ""}`
  }

  const fields = cells.flatMap((_, k) => (seen.order.includes(k) ? [k] : []))
  const optional = fields.filter((k) => !required(k))
  const { row, setUp } = emitRow(cells, fields)
  const open = `${comma}{`
  // Four bytes cannot be read across the end of a document that is cut: that row, too, is not read.
  return `let c=0,d=0,f=0,n=0,q=0,x=0,s="",start=p
${fields.map((k) => `let a${k}=${initial[cells[k]!.kind]}`).join(";")}
${optional.map((k) => `let m${k}=false`).join(";")}
${setUp}
try{rows:while(i<limit){
start=p
if(!(${at(open)}))break
${past(open)}
${optional.map((k) => `m${k}=false`).join(";")}
row:{
${seen.order.map(member).join("\n")}
${MISS}
}
${row}
i++
}}catch(e){if(!(e instanceof RangeError))throw e;p=start}
scanner.rows=i
return p`
}

/** A scanner that writes such rows into a sheet. */
export const generate = (scanner: Scanner, seen: Seen): Scan | undefined => {
  const { cells, keys } = scanner
  const integers = new BigInt64Array(cells.length)
  const halves = new Int32Array(integers.buffer)
  const tests = cells.map((cell) => cell.test)
  const scope = { scanner, integers, halves, tests, POWERS, readInt64, readNumber, readString, skipValue }
  return evaluate(scope, `(b,w,p,i,limit,target)=>{${write(cells, keys, seen)}}`)
}
