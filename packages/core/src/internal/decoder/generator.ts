/**
 * Generates JavaScript that scans rows whose keys have one order.
 *
 * A generated scanner starts after a row. It reads rows as long as a comma and a row with that key
 * order follow (optional fields may be missing), stops before the first other row, and returns its
 * position. The columns may contain values of a part of that row: the next reader of that row
 * overwrites them. For rows of `{"v":1,"t":2}` it is, shortened:
 *
 * ```js
 * rows: while (i < limit) {
 *   start = p
 *   if (!(b[p]===44&&b[p+1]===123)) break
 *   p += 2
 *   row: {
 *     if (w.getInt32(p,true)===975336994) {   // the four bytes of "v":
 *       p += 4
 *       // ... a number into v0[i], and the character after it into c
 *       if (c===44) p += 1
 *       else {p=start;break rows}
 *     } else {p=start;break rows}
 *     if (w.getInt32(p,true)===975336482) {   // "t":
 *       p += 4
 *       // ... a number into v1[i]
 *       if (c===44) p += 1
 *       else if (c===125) {p++;break row}
 *       else {p=start;break rows}
 *     } else {p=start;break rows}
 *     {p=start;break rows}
 *   }
 *   i++
 * }
 * ```
 */
import { POWERS, readNumber } from "../json/scalars.js"
import { skipValue } from "../json/tokenizer.js"
import { evaluate } from "./evaluate.js"
import { type Key, word } from "./key.js"
import type { Scanner } from "./scanner.js"
import type { ScannedField, ColumnBuffers } from "./columnBuffers.js"

/** Keys and white space of a row. */
export interface RowShape {
  /** Numbers of the keys, in the row's order. */
  readonly order: ReadonlyArray<number>
  /** Number of spaces after a colon, and after a comma. */
  readonly colon: number
  readonly comma: number
}

/**
 * Number of rows that a scanner reads per call. The JIT switches to compiled code at the next call of a function, and
 * has to compile a function that stays in its loop a second time; most programs read few pages, so this time counts.
 */
export const BATCH = 16

/**
 * Reads rows `i` up to, not including, `limit`, sets `scanner.rows` to the number of rows in the
 * target, and returns the position after the last row. `w` is a view of the same bytes.
 */
export type Scan = (b: Uint8Array, w: DataView, p: number, i: number, limit: number, target: ColumnBuffers) => number

/** Makes a `DataView` of the same bytes, for a generated scanner. */
export const viewOf = (b: Uint8Array): DataView => new DataView(b.buffer, b.byteOffset, b.byteLength)

const MISS = "{p=start;break rows}"

/** An expression that compares the bytes at `p` with a text, four at a time. */
const at = (text: string): string => {
  const bytes = new TextEncoder().encode(text)
  const tests: Array<string> = []
  let i = 0
  for (; i + 4 <= bytes.length; i += 4) tests.push(`w.getInt32(p+${i},true)===${word(bytes, i)}`)
  for (; i < bytes.length; i++) tests.push(`b[p+${i}]===${bytes[i]}`)
  return tests.join("&&")
}

const past = (text: string): string => `p+=${new TextEncoder().encode(text).length}`

/**
 * Code that reads a value into its column and the character after it into `c`. For a number
 * `digits` has been run before.
 */
const read: Record<ScannedField["kind"], (k: number) => string> = {
  number: (k) => `if(n>1&&b[f]===48)${MISS}
if(c===46){f=++p;c=b[p];while((d=c^48)<10){x=x*10+d;c=b[++p]}f=p-f;if(f===0)${MISS};n+=f;if(n<16)x/=POWERS[f]}
if(n>15||c===101||c===69){x=readNumber(b,q,scanner);if(x!==x)${MISS};p=scanner.at;c=b[p]}else if(b[q]===45)x=-x
v${k}[i]=x`,
  bigint: (k) => `p=readInt64(b,p,h${k},i);if(p<0)${MISS};c=b[p]`,
  boolean: (k) =>
    `if(${at("true")}){${past("true")};v${k}[i]=1}else if(${at("false")}){${past("false")};v${k}[i]=0}else ${MISS};c=b[p]`,
  other: (k) => `s=fields[${k}].read(b,p,scanner);if(s===undefined)${MISS};p=scanner.at;c=b[p];v${k}[i]=s`,
}

/** Code that reads the digits before a number's point. The value is tested for `null` only if there are none. */
const digits = `q=p;c=b[p];if(c===45)c=b[++p];f=p;x=0
while((d=c^48)<10){x=x*10+d;c=b[++p]}
n=p-f`

const skipNull = `${past("null")};c=b[p]`

const write = (fields: ReadonlyArray<ScannedField>, keys: ReadonlyArray<Key>, shape: RowShape): string => {
  const comma = `,${" ".repeat(shape.comma)}`
  const required = (k: number) => fields[k]?.optional === false

  const value = (k: number): string => {
    const field = fields[k]
    if (field === undefined) return `p=skipValue(b,p);if(p<0)${MISS};c=b[p]`
    const { kind, optional, test } = field
    const decoded = kind === "boolean" ? `v${k}[i]===1` : `v${k}[i]`
    const some = [
      read[kind](k),
      ...(test === undefined ? [] : [`if(!fields[${k}].test(${decoded}))${MISS}`]),
      ...(optional ? [`p${k}[i>>3]|=1<<(i&7)`] : []),
    ].join(";")
    if (kind !== "number") return optional ? `if(${at("null")}){${skipNull}}else{${some}}` : some
    const none = optional ? `if(p!==q||!(${at("null")}))${MISS};${skipNull}` : MISS
    return `${digits}\nif(n===0){${none}}else{${some}}`
  }

  const member = (k: number, place: number): string => {
    const key = `${keys[k]!.json}:${" ".repeat(shape.colon)}`
    const mayEnd = !shape.order.slice(place + 1).some(required)
    return `if(${at(key)}){${past(key)}
${value(k)}
if(c===44${shape.comma ? "&&b[p+1]===32" : ""})${past(comma)}
${mayEnd ? "else if(c===125){p++;break row}\n" : ""}else ${MISS}
}${required(k) ? `else ${MISS}` : ""}`
  }

  const open = `${comma}{`
  // Reading four bytes past the end of a truncated document throws a RangeError: that row is not read either.
  return `let c=0,d=0,f=0,n=0,q=0,x=0,s="",start=p
${fields.map((_, k) => `const v${k}=target.values[${k}],p${k}=target.present[${k}],h${k}=target.halves[${k}]`).join("\n")}
try{rows:while(i<limit){
start=p
if(!(${at(open)}))break
${past(open)}
row:{
${shape.order.map(member).join("\n")}
${MISS}
}
i++
}}catch(e){if(!(e instanceof RangeError))throw e;p=start}
scanner.rows=i
return p`
}

/** Generates a scanner of rows of that shape; `undefined` if code generation is forbidden. */
export const generate = (scanner: Scanner, shape: RowShape): Scan | undefined => {
  const { fields, keys } = scanner
  const readInt64 = fields.find(({ kind }) => kind === "bigint")?.int64?.read
  const scope = { fields, scanner, POWERS, readInt64, readNumber, skipValue }
  return evaluate(scope, `(b,w,p,i,limit,target)=>{${write(fields, keys, shape)}}`)
}
