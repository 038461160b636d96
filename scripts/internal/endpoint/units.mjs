// Units of the numbers of a first declaration, where the document says none: from declared fields
// of the same name, else from words. A person checks them.
import * as Catalog from "../../../packages/catalog/dist/Catalog.js"

/** The units of the declared fields by their names, where all fields of a name have the same. */
const declared = new Map()
for (const { unit, wireKey } of Catalog.endpoints.flatMap(({ fields }) => fields))
  declared.set(wireKey, declared.has(wireKey) && declared.get(wireKey) !== unit ? undefined : unit)

/** Words of a name or a text that tell a unit, the surest first. */
const words = [
  [/_id$|identifier/, "code"],
  [/percent/, "percent"],
  [/ratio\b|_to_|\bdivided by\b|weight/, "ratio"],
  [/volume/, "volume"],
  [/shares/, "shares"],
  [/nanosecond/, "epoch nanoseconds"],
  [/millisecond|msec/, "epoch milliseconds"],
  [/\b(?:number|count) of\b|_count\b|\bnum_/, "count"],
  [/price|amount|value|cost|revenue|income|cash|fee|assets|liabilities|equity|\bnav\b|dollars|usd/, "dollars"],
  [/year|quarter|rank|position|sequence|order\b/, "ordinal"],
  [/exchange|code|tape|condition|correction/, "code"],
]

const within = (text) => words.find(([pattern]) => pattern.test(text.toLowerCase()))?.[1]

/** The unit that a number of a name and a text has in all likelihood; `undefined` if nothing tells it. */
export const guessed = (name, text) => declared.get(name) ?? within(name) ?? within(text)
