/**
 * Metadata at the end of a Parquet file, and small files of one row group and some columns cut out of it.
 *
 * The asynchronous reader of parquet-wasm traps on damaged pages, which ends the process, and its synchronous one
 * needs the whole file in memory and ignores the selection of columns. So the synchronous one gets a small file.
 */
import * as Thrift from "./thrift.js"

/** Numbers of the fields in Parquet's specification. */
const FILE = { schema: 2, rows: 3, groups: 4, metadata: 5, orders: 7 } as const
const ELEMENT = { name: 4, children: 5 } as const
const GROUP = { columns: 1, rows: 3, offset: 5 } as const
const CHUNK = { path: 1, offset: 2, column: 3, indexes: [4, 5, 6, 7] } as const
const COLUMN = { type: 1, path: 3, size: 7, page: 9, index: 10, dictionary: 11, bloom: [14, 15] } as const
const PAIR = { key: 1, value: 2 } as const

export const MAGIC = "PAR1"
/** Number of bytes of the footer's length and the magic word after it. */
export const TAIL = 8

const text = (value: Thrift.Value | undefined): string =>
  value?.type === 8 ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(value.value) : ""

const number = (value: Thrift.Value | undefined): number =>
  value !== undefined && "value" in value && typeof value.value === "bigint" ? Number(value.value) : 0

const list = (value: Thrift.Value | undefined): ReadonlyArray<Thrift.Value> =>
  value?.type === 9 || value?.type === 10 ? value.values : []

const fields = (value: Thrift.Value | undefined): Thrift.Fields =>
  value?.type === 12 ? value.fields : new Map<number, Thrift.Value>()

const struct = (fields: Thrift.Fields): Thrift.Value => ({ type: 12, fields })
const structs = (values: ReadonlyArray<Thrift.Value>): Thrift.Value => ({ type: 9, item: 12, values })

/** Replaces fields; `undefined` removes one. They stay in ascending order. */
const having = (
  fields: Thrift.Fields,
  others: Iterable<readonly [number, Thrift.Value | undefined]>,
): Thrift.Fields => {
  const all = new Map<number, Thrift.Value | undefined>([...fields, ...others])
  return new Map(
    [...all].flatMap(([id, value]) => (value === undefined ? [] : [[id, value] as const])).sort(([a], [b]) => a - b),
  )
}

const int64 = (value: number): Thrift.Value => ({ type: 6, value: BigInt(value) })

/** A part of a file. */
export interface ColumnChunk {
  readonly start: number
  readonly length: number
  /** Bytes of a value in memory: those of its type. A text has also those that its pages say. */
  readonly width: number
  /** Whether its values are texts, or other sequences of bytes. */
  readonly isText: boolean
}

/** A small file: `PAR1`, the parts of the file in order, and `footer`. */
export interface Cut {
  readonly parts: ReadonlyArray<ColumnChunk>
  readonly footer: Uint8Array
}

/** Encodes a footer for the end of a file. */
const ending = (metadata: Thrift.Fields): Uint8Array => {
  const bytes = Thrift.write(metadata)
  const whole = new Uint8Array(bytes.length + TAIL)
  whole.set(bytes)
  new DataView(whole.buffer).setUint32(bytes.length, bytes.length, true)
  whole.set(new TextEncoder().encode(MAGIC), bytes.length + 4)
  return whole
}

/** Bytes of a value by the number of its type; of a text those of its place. */
const widths: Readonly<Record<number, number>> = { 0: 1, 1: 4, 2: 8, 3: 12, 4: 4, 5: 8, 6: 16, 7: 16 }
const TEXTS = [6, 7]

/** Returns the bytes of a column: its dictionary, if it has one, and its pages. */
const partOf = (column: Thrift.Fields): ColumnChunk => {
  const places = [COLUMN.page, COLUMN.dictionary].map((id) => number(column.get(id))).filter((place) => place > 0)
  const type = number(column.get(COLUMN.type))
  const [start, length] = [Math.min(...places), number(column.get(COLUMN.size))]
  return { start, length, width: widths[type] ?? 16, isText: TEXTS.includes(type) }
}

/** Metadata of a file. */
export class Footer {
  private readonly metadata: Thrift.Fields
  private readonly groups: ReadonlyArray<Thrift.Fields>

  /** Throws for invalid metadata, or for more than so many values. */
  constructor(bytes: Uint8Array, most: number) {
    this.metadata = Thrift.read(bytes, most)
    this.groups = list(this.metadata.get(FILE.groups)).map(fields)
  }

  /** Number of row groups. */
  get length(): number {
    return this.groups.length
  }

  /** Number of rows. */
  get rows(): number {
    return this.groups.reduce((sum, group) => sum + number(group.get(GROUP.rows)), 0)
  }

  /** Returns the text under a key. */
  value(key: string): string | undefined {
    const pair = list(this.metadata.get(FILE.metadata))
      .map(fields)
      .find((pair) => text(pair.get(PAIR.key)) === key)
    return pair && text(pair.get(PAIR.value))
  }

  /** Names of the columns. */
  get names(): ReadonlyArray<string> {
    return this.columns().map(([element]) => text(element?.get(ELEMENT.name)))
  }

  /** Returns a file without rows, with the types of the wanted columns. */
  empty(wanted: (name: string) => boolean): Cut {
    return { parts: [], footer: ending(this.without([], wanted)) }
  }

  /** Returns one row group, with the wanted columns. */
  cut(index: number, wanted: (name: string) => boolean): Cut {
    const group = this.groups[index]!
    const parts: Array<ColumnChunk> = []
    let at = MAGIC.length
    const chunks = list(group.get(GROUP.columns))
      .map(fields)
      .filter((chunk) => wanted(text(list(fields(chunk.get(CHUNK.column)).get(COLUMN.path))[0])))
      .map((chunk) => {
        const column = fields(chunk.get(CHUNK.column))
        const part = partOf(column)
        const moved = (id: number) => {
          const place = number(column.get(id))
          return [id, place > 0 ? int64(place - part.start + at) : undefined] as const
        }
        const own = having(column, [
          ...[COLUMN.page, COLUMN.dictionary].map(moved),
          ...[COLUMN.index, ...COLUMN.bloom].map((id) => [id, undefined] as const),
        ])
        parts.push(part)
        at += part.length
        return struct(
          having(chunk, [
            ...[CHUNK.path, ...CHUNK.indexes].map((id) => [id, undefined] as const),
            [CHUNK.offset, int64(0)],
            [CHUNK.column, struct(own)],
          ]),
        )
      })
    const moved = having(group, [
      [GROUP.columns, structs(chunks)],
      [GROUP.offset, undefined],
    ])
    return { parts, footer: ending(this.without([struct(moved)], wanted)) }
  }

  /**
   * Returns the metadata with other row groups, of the wanted columns. Keys are omitted, including Arrow's own
   * schema: Parquet's types suffice, and parquet-wasm fails on unknown parts of the other (the categories of Polars).
   */
  private without(groups: ReadonlyArray<Thrift.Value>, wanted: (name: string) => boolean): Thrift.Fields {
    const rows = groups.reduce((sum, group) => sum + number(fields(group).get(GROUP.rows)), 0)
    return having(this.metadata, [
      [FILE.schema, structs(this.elements(wanted))],
      [FILE.rows, int64(rows)],
      [FILE.groups, structs(groups)],
      [FILE.metadata, undefined],
      [FILE.orders, undefined],
    ])
  }

  /** Returns the schema's elements: a tree, each node before its children. */
  private elements(wanted: (name: string) => boolean): ReadonlyArray<Thrift.Value> {
    const kept = this.columns().filter(([element]) => wanted(text(element?.get(ELEMENT.name))))
    const root = having(fields(list(this.metadata.get(FILE.schema))[0]), [
      [ELEMENT.children, { type: 5, value: BigInt(kept.length) }],
    ])
    return [root, ...kept.flat()].map(struct)
  }

  /** Returns the columns, each with the elements below it. */
  private columns(): ReadonlyArray<ReadonlyArray<Thrift.Fields>> {
    const [, ...elements] = list(this.metadata.get(FILE.schema)).map(fields)
    const columns: Array<ReadonlyArray<Thrift.Fields>> = []
    for (let at = 0; at < elements.length;) {
      const start = at
      // Number of elements still open below the column.
      for (let open = 1; open > 0 && at < elements.length; at++) open += number(elements[at]!.get(ELEMENT.children)) - 1
      columns.push(elements.slice(start, at))
    }
    return columns
  }
}
