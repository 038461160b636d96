// The report of a comparison, for a person and as JSON.

const plural = (count, one, several = `${one}s`) => `${count} ${count === 1 ? one : several}`

const quoted = (words) => words.map((word) => `"${word}"`).join(", ")

/** A finding in words. */
export const sentence = ({ aspect, declared, document, extra = [], kind, lackedBy, lacking = [] }) => {
  if (kind !== "differs")
    return lackedBy === "declaration"
      ? `not declared${document === undefined ? "" : ` (${document})`}`
      : `not in the document${declared === undefined ? "" : ` (declared: ${declared})`}`
  if (aspect === "words" && document !== "nothing")
    return [
      ...(lacking.length > 0 ? [`the document also has ${quoted(lacking)}`] : []),
      ...(extra.length > 0 ? [`the document lacks ${quoted(extra)}`] : []),
    ].join("; ")
  return `${aspect}: declared ${declared}, in the document ${document}`
}

const place = ({ at, of }) => (of === "field" ? at : of === "parameter" ? `parameter ${at}` : "operation")

/** The findings of one operation, one a line. */
const lines = (findings) => {
  const width = Math.max(...findings.map((one) => place(one).length))
  return findings.map((one) => `  ${one.level === "note" ? "note  " : ""}${place(one).padEnd(width)}  ${sentence(one)}`)
}

const grouped = (findings) => {
  const groups = new Map()
  for (const one of findings) groups.set(one.operation, [...(groups.get(one.operation) ?? []), one])
  return [...groups]
}

const listed = (title, findings, line) => (findings.length === 0 ? [] : [title, ...findings.map(line), ""])

/** The report as text. Notes are counted, and listed with `all`. */
export const text = ({ findings, operations }, name, all = false) => {
  const shown = findings.filter(({ level }) => all || level === "drift")
  const within = shown.filter(({ kind }) => kind !== "operation")
  const lacking = shown.filter(({ kind, lackedBy }) => kind === "operation" && lackedBy === "declaration")
  const gone = shown.filter(({ kind, lackedBy }) => kind === "operation" && lackedBy === "document")
  const drifts = findings.filter(({ level }) => level === "drift")
  const notes = findings.length - drifts.length
  return [
    ...grouped(within).flatMap(([operation, found]) => [`${operation} (${found[0].endpoint})`, ...lines(found), ""]),
    ...listed("Not declared:", lacking, ({ operation, text }) => `  ${operation}${text === "" ? "" : `  ${text}`}`),
    ...listed("Not in the document:", gone, ({ endpoint, operation }) => `  ${operation} (${endpoint})`),
    drifts.length === 0
      ? `${plural(operations, "operation")} of ${name}: the declarations agree with all of them.`
      : `${plural(drifts.length, "difference")} from ${name}, which has ${plural(operations, "operation")}.`,
    ...(notes > 0 && !all ? [`${plural(notes, "note")} on what the document leaves open: --all lists them.`] : []),
    ...(lacking.length > 0 ? [`--declare "${lacking[0].operation}" writes a first declaration of an operation.`] : []),
  ].join("\n")
}

/** The report as JSON. */
export const json = ({ findings, operations }) => JSON.stringify({ operations, findings }, null, 2)
