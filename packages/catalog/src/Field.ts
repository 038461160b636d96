/**
 * Fields of responses, with their texts.
 *
 * @module
 */
import * as Structure from "@candela/core/internal/Structure"
import type * as Unit from "@candela/core/declare/Unit"
import type { ByName } from "./Texts.js"

/** A field of a response. */
export interface Field {
  /** Key in the row. */
  readonly name: string
  /** Key on the wire. */
  readonly wireKey: string
  /** Path in the row: `session.close`. */
  readonly path: string
  /** Path on the wire, with `[]` after a list and `*` for any key of a map: `tickers[].day.c`, `lines.*.value`. */
  readonly wirePath: string
  /** Whether it may be absent. */
  readonly optional: boolean
  /** Type on the wire. */
  readonly type: Structure.Type
  /** Unit of its numbers, or format of its text: `dollars`, `epoch milliseconds`, `date`. */
  readonly unit: Unit.Unit | undefined
  /** Description, without unit and type, which are data. */
  readonly text: string
}

/** Returns the structs within a type, with their wire paths from the type. */
const structsIn = (
  type: Structure.Type,
  path: string,
): ReadonlyArray<readonly [Structure.Type & Structure.Struct, path: string]> => {
  switch (type._tag) {
    case "Struct":
      return [[type, path]]
    case "List":
      return structsIn(type.item, `${path}[]`)
    case "Map":
      return structsIn(type.value, `${path}.*`)
    case "Union":
      return type.types.flatMap((one) => structsIn(one, path))
    default:
      return []
  }
}

/**
 * Returns the fields of a schema and of the records within it, each before those within it. A field
 * of several kinds of a union is listed once: it is optional if not every kind has it.
 */
export const all = (
  schema: { readonly ast: Structure.Type["ast"] } | undefined,
  texts: ByName = {},
): ReadonlyArray<Field> => {
  const found = new Map<string, Field>()
  const visit = (type: Structure.Type, path: string, wirePath: string) => {
    const structs = structsIn(type, wirePath)
    for (const [struct, at] of structs) {
      for (const field of Structure.fieldsOf(struct)) {
        const own = path === "" ? field.name : `${path}.${field.name}`
        const isInAll = structs.every(([other]) => field.name in other.record)
        const before = found.get(own)
        const fieldType = Structure.ofField(field)
        found.set(own, {
          name: field.name,
          wireKey: field.wireKey,
          path: own,
          wirePath: at === "" ? field.wireKey : `${at}.${field.wireKey}`,
          optional: (before?.optional ?? false) || field.optional || !isInAll,
          type: before === undefined ? fieldType : Structure.either(before.type, fieldType),
          unit: before?.unit ?? field.unit,
          text: texts[own] ?? "",
        })
        visit(fieldType, own, found.get(own)!.wirePath)
      }
    }
  }
  if (schema !== undefined) visit(Structure.of(schema.ast), "", "")
  return Array.from(found.values())
}
