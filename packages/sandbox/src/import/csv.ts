/** Record of a CSV file, with its first line: the header is line 1, as a spreadsheet counts. */
export interface CsvRecord {
  readonly line: number
  readonly fields: ReadonlyArray<string>
}

/** The text is not valid CSV. */
export class CsvProblem extends Error {
  constructor(
    readonly line: number,
    readonly detail: string,
  ) {
    super(`line ${line}: ${detail}`)
  }
}

/** Incremental reader of a text. */
export interface CsvReader {
  /** Returns the records that end in this piece. Throws a `CsvProblem`. */
  readonly push: (piece: string) => ReadonlyArray<CsvRecord>
  /** Returns the last record, if it lacks its line break. Throws a `CsvProblem`. */
  readonly end: () => ReadonlyArray<CsvRecord>
}

/**
 * Maximum length of a field. A longer one has an unclosed quote: without a bound the whole file would have to be kept.
 */
const longestField = 1_000_000

const quote = 0x22
const comma = 0x2c
const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * Makes a reader of comma-separated values: fields may be in double quotes, where commas and line
 * breaks are text and `""` is a quote. Blank lines are skipped.
 */
export const makeReader = (): CsvReader => {
  let state: "fieldStart" | "plain" | "quoted" | "closed" = "fieldStart"
  let field = ""
  let fields: Array<string> = []
  let line = 1
  let recordLine = 1
  let records: Array<CsvRecord> = []

  const endField = () => {
    fields.push(field)
    field = ""
    state = "fieldStart"
  }

  const endRecord = () => {
    if (state === "plain" && field.endsWith("\r")) field = field.slice(0, -1)
    const blank = fields.length === 0 && field === "" && state !== "closed"
    endField()
    if (!blank) records.push({ line: recordLine, fields })
    fields = []
    recordLine = line
  }

  const takeRecords = () => {
    const taken = records
    records = []
    return taken
  }

  const push = (piece: string) => {
    // Start of the text that is not yet in `field`.
    let start = 0
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at)
      if (code === lineFeed) line++
      if (state === "quoted") {
        if (code !== quote) continue
        field += piece.slice(start, at)
        state = "closed"
      } else if (code === comma || code === lineFeed) {
        if (state !== "closed") field += piece.slice(start, at)
        if (code === comma) endField()
        else endRecord()
      } else if (state === "closed") {
        if (code === quote) {
          field += '"'
          state = "quoted"
        } else if (code !== carriageReturn) {
          throw new CsvProblem(line, "text follows a closing quote")
        }
      } else {
        if (state === "fieldStart" && code === quote) state = "quoted"
        else {
          state = "plain"
          continue
        }
      }
      start = at + 1
    }
    if (state === "plain" || state === "quoted") field += piece.slice(start)
    if (field.length > longestField) throw new CsvProblem(recordLine, "a value is longer than a million characters")
    return takeRecords()
  }

  const end = () => {
    if (state === "quoted") throw new CsvProblem(recordLine, "a quote is opened and never closed")
    endRecord()
    return takeRecords()
  }

  return { push, end }
}
