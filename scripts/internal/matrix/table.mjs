// The results as a table in Markdown: entries are its rows, checks its columns, reasons its footnotes.

const marks = { ok: "✓", failed: "✗", skipped: "–" }

/** A section as lines of Markdown. */
export const render = ({ checks, entries, title }) => {
  const notes = []
  const footnote = (text) => {
    if (!notes.includes(text)) notes.push(text)
    return notes.indexOf(text) + 1
  }
  const cell = ({ reason, status }) => (status === "ok" ? marks.ok : `${marks[status]} (${footnote(reason)})`)
  const rows = [
    [title.toLowerCase(), "version", ...checks.map(({ title }) => title)],
    ...entries.map((entry) => [
      entry.title + (entry.advice === undefined ? "" : ` (${footnote(entry.advice)})`),
      entry.version ?? "",
      ...checks.map(({ name }) => cell(entry.results[name])),
    ]),
  ]
  const widths = rows[0].map((_, column) => Math.max(3, ...rows.map((row) => row[column].length)))
  const line = (row) => `| ${row.map((text, column) => text.padEnd(widths[column])).join(" | ")} |`
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`
  const [head, ...body] = rows.map(line)
  const listed = notes.map((text, index) => `${index + 1}. ${text}`)
  return [head, rule, ...body, ...(listed.length > 0 ? ["", ...listed] : [])].join("\n")
}

/** A section with new entries in place of older ones of the same name, in the order of `names`. */
export const merge = (names, earlier, entries) =>
  names.flatMap((name) => {
    const found = entries.find((entry) => entry.name === name) ?? earlier.find((entry) => entry.name === name)
    return found === undefined ? [] : [found]
  })

/** How many results there are of each status. */
export const count = (entries) => {
  const all = entries.flatMap(({ results }) => Object.values(results))
  const of = (status) => all.filter((result) => result.status === status).length
  return { ok: of("ok"), failed: of("failed"), skipped: of("skipped") }
}
