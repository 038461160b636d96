// The differences between an OpenAPI document and the declarations.
import { endpoints, endpointsOf, operationOf, placesOf } from "./declared.mjs"
import { fieldsOf, frame, namesIn, operationsOf } from "./document.mjs"

/**
 * A finding. `drift` is what makes a request fail or loses a part of an answer, or did so before:
 * the declaration and the document contradict each other. A `note` is what the document leaves
 * open, or allows less of than the declaration.
 *
 * `kind` is one of: `operation`, `parameter`, `field` (one side lacks it), and `differs`, where
 * both have it and `aspect` names what differs.
 */
const finding = (level, kind, operation, endpoint, rest) => ({ level, kind, operation, endpoint, ...rest })

const equal = (one, other) => JSON.stringify(one) === JSON.stringify(other)

/** A set of values as the report shows it. */
const told = (values) => (values.length === 0 ? "nothing" : values.join(" or "))

/** Compares one aspect: nothing where both say the same, a note where the document says nothing. */
const aspectOf = (aspect, ours, theirs) =>
  equal(ours, theirs)
    ? []
    : [{ level: theirs.length === 0 ? "note" : "drift", aspect, declared: told(ours), document: told(theirs) }]

/**
 * Words are compared one by one: what matters is which were added and which are gone. A column
 * without a direction is short for one with it.
 */
const wordsOf = (ours, theirs) => {
  if (theirs.length === 0)
    return ours.length === 0 ? [] : [{ level: "note", aspect: "words", declared: told(ours), document: "nothing" }]
  const lacking = theirs.filter((word) => !ours.includes(word))
  const extra = ours.filter((word) => !theirs.includes(word) && !theirs.includes(`${word}.asc`))
  return lacking.length === 0 && extra.length === 0
    ? []
    : [{ level: "drift", aspect: "words", declared: told(ours), document: told(theirs), lacking, extra }]
}

/**
 * Words of a parameter. Numbers within the declared bounds are no new words; they are fewer than
 * the declaration takes, or all of them.
 */
const parameterWordsOf = (ours, theirs) => {
  const [min = -Infinity] = ours.minimum
  const [max = Infinity] = ours.maximum
  const isWithin = theirs.words.length > 0 && theirs.words.every((word) => word !== "" && word >= min && word <= max)
  if (ours.words.length > 0 || !isNumeric(ours) || !isWithin) return wordsOf(ours.words, theirs.words)
  const isAll = theirs.words.length === max - min + 1
  return isAll ? [] : [{ level: "note", aspect: "words", declared: "any", document: told(theirs.words) }]
}

const isNumeric = ({ types }) => types.every((type) => type === "number" || type === "integer")

/** Types of a document as the declaration reads them: an integer is a number, and fits 64 bits. */
const asRead = (theirs, ours) =>
  theirs.map((type) => type.replace(/\binteger$/, ours.some((one) => one.endsWith("int64")) ? "int64" : "number"))

/** Whether a document says only that a value is text, which every value in a URL is. */
const isPlainText = ({ formats, types, words }) =>
  equal(types, ["string"]) && formats.length === 0 && words.length === 0

/** Of a value of another type, what the document leaves open says nothing. */
const withoutNotes = (aspects) =>
  aspects.some(({ aspect, level }) => aspect === "type" && level === "drift")
    ? aspects.filter(({ level }) => level === "drift")
    : aspects

/** The differences of a parameter that both have. */
const parameterAspects = (ours, theirs) => {
  const typed = (parameter) => [
    ...parameter.types.map((type) => (parameter.several ? `array of ${type}` : type)),
    ...parameter.formats,
  ]
  const isText = isPlainText(theirs) && (ours.several || !theirs.several)
  const types = aspectOf("type", typed(ours), typed(theirs)).map((one) => (isText ? { ...one, level: "note" } : one))
  return withoutNotes([
    ...aspectOf("place", [ours.in], [theirs.in]),
    ...aspectOf("presence", [ours.required ? "required" : "optional"], [theirs.required ? "required" : "optional"]),
    ...types,
    ...parameterWordsOf(ours, theirs),
    ...aspectOf("default", ours.default, theirs.default),
    ...aspectOf("minimum", ours.minimum, theirs.minimum),
    ...aspectOf("maximum", ours.maximum, theirs.maximum),
    ...aspectOf("number of values", ours.items, theirs.items),
    ...aspectOf("pattern", ours.patterns, theirs.patterns),
  ])
}

/** The differences of a field that both have. */
const fieldAspects = (ours, theirs) => {
  const presence =
    ours.required === theirs.required
      ? []
      : [
          {
            // Rows without a required field are refused; a field that is optional here may always be there.
            level: ours.required ? "drift" : "note",
            aspect: "presence",
            declared: ours.required ? "required" : "optional",
            document: theirs.required ? "required" : "optional",
          },
        ]
  return withoutNotes([
    ...presence,
    ...aspectOf("type", ours.types, asRead(theirs.types, ours.types)),
    ...wordsOf(ours.words, theirs.words),
    ...aspectOf("unit", ours.units, theirs.units),
  ])
}

/** Findings without those inside of a value whose type differs: it is another value, which is one difference. */
const withoutInner = (findings) => {
  const others = findings.filter(({ aspect, level }) => aspect === "type" && level === "drift").map(({ at }) => at)
  const isInner = ({ at }) => others.some((other) => at.startsWith(`${other}.`) || at.startsWith(`${other}[`))
  return findings.filter((one) => !isInner(one))
}

/** The findings about parameters or fields: those that one side lacks, and the aspects of the others. */
const findingsOf = (kind, ours, theirs, aspects, make) => [
  ...[...theirs].flatMap(([at, one]) =>
    ours.has(at)
      ? aspects(ours.get(at), one).map(({ level, ...rest }) => make(level, "differs", { of: kind, at, ...rest }))
      : [make("drift", kind, { of: kind, at, lackedBy: "declaration", document: told(one.types) })],
  ),
  ...[...ours]
    .filter(([at]) => !theirs.has(at))
    .map(([at, one]) => make("drift", kind, { of: kind, at, lackedBy: "document", declared: told(one.types) })),
]

/**
 * Parameters by their names. Endpoints that share a path have several names for what stands in it:
 * there the place counts.
 */
const parametersOf = ({ parameters, path }, isShared) => {
  if (!isShared) return parameters
  const names = namesIn(path)
  return new Map(
    Array.from(parameters, ([name, parameter]) => {
      const index = names.indexOf(name)
      return [index < 0 ? name : `{${index + 1}}`, parameter]
    }),
  )
}

const comparedFields = (operation, places) =>
  new Map(
    Array.from(fieldsOf(operation.shape))
      .filter(([at]) => !frame.includes(at))
      .map(([at, field]) => [at, places.has(at) ? { ...field, required: false } : field]),
  )

/** The differences between an operation of a document and the endpoints that it stands for. */
export const ofEntries = (theirs, entries) => {
  const ours = operationOf(entries, theirs.path)
  const endpoint = entries.map(({ name }) => name).join(", ")
  const make = (level, kind, rest) => finding(level, kind, theirs.name, endpoint, rest)
  const places = placesOf(entries)
  const isShared = entries.length > 1
  // A list has no `next_url` in its document, so both are read alike.
  const paged = entries[0].declaration.kind === "paged" || entries[0].declaration.kind === "history"
  const about = (aspect, level, declared, document) =>
    make(level, "differs", { of: "operation", at: theirs.path, aspect, declared, document })
  return [
    ...(theirs.deprecated ? [about("deprecation", "note", "nothing", "deprecated")] : []),
    ...(paged === theirs.paged
      ? []
      : [about("pages", "drift", paged ? "several" : "one", theirs.paged ? "several" : "one")]),
    ...findingsOf("parameter", parametersOf(ours, isShared), parametersOf(theirs, isShared), parameterAspects, make),
    ...withoutInner(
      findingsOf("field", comparedFields(ours, places), comparedFields(theirs, places), fieldAspects, make),
    ),
  ]
}

/** All differences between a document and the declarations, in the document's order. */
export const compare = (document) => {
  const operations = operationsOf(document)
  const found = operations.map((operation) => ({ operation, entries: endpointsOf(operation, operations) }))
  const documented = new Set(found.flatMap(({ entries }) => entries))
  const findings = found.flatMap(({ entries, operation }) =>
    entries.length === 0
      ? [finding("drift", "operation", operation.name, undefined, { lackedBy: "declaration", text: operation.summary })]
      : ofEntries(operation, entries),
  )
  const others = endpoints
    .filter((entry) => !documented.has(entry))
    .map(({ declaration, name }) =>
      finding("drift", "operation", `GET ${declaration.path}`, name, { lackedBy: "document" }),
    )
  return { operations: operations.length, findings: [...findings, ...others] }
}
