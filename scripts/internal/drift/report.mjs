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

/** Why a known difference stays. */
const reason = ({ why }) => (why === undefined ? "" : ` (${why})`)

const place = ({ at, of }) => (of === "field" ? at : of === "parameter" ? `parameter ${at}` : "operation")

/** The findings of one operation, one a line. */
const lines = (findings) => {
  const width = Math.max(...findings.map((one) => place(one).length))
  return findings.map(
    (one) => `  ${one.level === "note" ? "note  " : ""}${place(one).padEnd(width)}  ${sentence(one)}${reason(one)}`,
  )
}

const groupedBy = (findings, keyOf) => {
  const groups = new Map()
  for (const one of findings) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return [...groups.values()]
}

const listed = (title, findings, line) => (findings.length === 0 ? [] : [title, ...findings.map(line), ""])

/** Differences that stay, counted as they are told: what is the same in several operations once. */
const knownLine = (known) => {
  const operations = known.filter(({ kind }) => kind === "operation").length
  const others = groupedBy(
    known.filter(({ kind }) => kind !== "operation"),
    (one) => `${one.of === "operation" ? "" : one.at} ${sentence(one)}`,
  ).length
  return `${plural(others, "difference")} and ${plural(operations, "operation")} are known and stay: --all says why.`
}

/**
 * The report as text. What is the same in several operations is one difference. Notes are counted,
 * and listed with `all`.
 */
export const text = ({ findings, operations }, name, all = false) => {
  const shown = findings.filter(({ level }) => all || level === "drift")
  const isLacking = (by) => (one) => one.kind === "operation" && one.lackedBy === by
  const [lacking, gone] = ["declaration", "document"].map((by) => shown.filter(isLacking(by)))
  const examples = shown.filter(({ kind }) => kind === "example")
  const differences = groupedBy(
    shown.filter(({ kind }) => kind !== "operation" && kind !== "example"),
    (one) => `${one.level} ${one.of === "operation" ? "" : one.at} ${sentence(one)}`,
  )
  const several = differences.filter(({ length }) => length > 1)
  const single = differences.filter(({ length }) => length === 1).flat()
  const notes = findings.filter(({ level }) => level === "note").length
  const known = findings.filter(({ level }) => level === "known")
  const [undeclared, unknown] = [lacking, gone].map((list) => list.filter(({ level }) => level === "drift"))
  const count = differences.filter(([{ level }]) => level === "drift").length
  return [
    ...listed("In several operations:", several, (found) =>
      [...lines([found[0]]), `    ${found.map(({ endpoint }) => endpoint).join(", ")}`].join("\n"),
    ),
    ...groupedBy(single, ({ operation }) => operation).flatMap((found) => [
      `${found[0].operation} (${found[0].endpoint})`,
      ...lines(found),
      "",
    ]),
    ...listed("Examples that are refused:", examples, (one) => `  ${one.operation} (${one.endpoint})  ${one.text}`),
    ...listed(
      "Not declared:",
      lacking,
      (one) => `  ${one.operation}${one.text === "" ? "" : `  ${one.text}`}${reason(one)}`,
    ),
    ...listed("Not in the document:", gone, (one) => `  ${one.operation} (${one.endpoint})${reason(one)}`),
    count + examples.length + undeclared.length + unknown.length === 0
      ? `${plural(operations, "operation")} of ${name}: the declarations agree with all of them.`
      : `${plural(count + examples.length, "difference")} from ${name}, which has ${plural(operations, "operation")}: ${undeclared.length} of them not declared, ${unknown.length} declared that it lacks.`,
    ...(known.length > 0 && !all ? [knownLine(known)] : []),
    ...(notes > 0 && !all ? [`${plural(notes, "note")} on what the document leaves open: --all lists them.`] : []),
    ...(undeclared.length > 0
      ? [`./scripts/new-endpoint ${name} "${undeclared[0].operation}" declares an operation.`]
      : []),
  ].join("\n")
}

/** The report as JSON. */
export const json = ({ findings, operations }) => JSON.stringify({ operations, findings }, null, 2)
