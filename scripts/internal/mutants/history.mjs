// The protections of histories: many tickers, the checks of rows, and queries.
const file = (name) => `packages/history/src/internal/${name}.ts`
const test = (name) => `packages/history/test/${name}.test.ts`

/** A finding of rows that is left out. */
const finding = (reason, protects, name, title) => ({
  name: `integrity-${reason.toLowerCase()}`,
  protects,
  file: file("integrity/checker"),
  find: `tally.note("${reason}", `,
  replace: "void (",
  test: test(`integrity/${name}`),
  title,
})

/** @type {import("./all.mjs").Mutants} */
export const mutants = [
  {
    name: "many-order",
    protects: "Rows of one instant come in the order of the requests.",
    file: file("many/merge"),
    find: "one.request.index < other.request.index",
    replace: "one.request.index > other.request.index",
    test: test("many/many"),
    title: "are the concatenation in the order of the requests, and its stable sort",
  },
  {
    name: "many-wait",
    protects: "No row is given before the next one of each ticker is known.",
    file: file("many/merge"),
    find: "else if (pop().end === undefined || Exit.isFailure(feed.end!)) waiting = [feed]",
    replace: "else if (pop().end !== undefined && Exit.isFailure(feed.end!)) waiting = [feed]",
    test: test("many/many"),
    title: "are the concatenation in the order of the requests, and its stable sort",
  },
  {
    name: "many-memory",
    protects: "More tickers than fit in memory are refused.",
    file: file("many/requests"),
    find: "if (bytesOf(least) > memory) {",
    replace: "if (bytesOf(least) > memory + Infinity) {",
    test: test("many/plan"),
    title: "of more tickers than fit are refused",
  },
  finding("duplicate", "Rows that come twice are found.", "laws", "a row that comes twice"),
  finding("unordered", "Rows out of order are found.", "laws", "two rows that are swapped"),
  finding("outside", "Rows outside of the range are found.", "laws", "a row after the range"),
  finding("closed", "Rows while the market was closed are found.", "laws", "a row at night"),
  finding(
    "unlisted",
    "Rows of another company under the same name are found.",
    "calendars",
    "tells rows of another company",
  ),
  finding("price", "Prices that are not positive are found.", "laws", "a price of zero"),
  finding("negative", "Negative volumes are found.", "laws", "a negative volume"),
  finding("crossed", "Bids above asks are found.", "calendars", "and for bids above asks"),
  finding("highLow", "Highs below and lows above the other prices are found.", "laws", "a high below the close"),
  finding("vwap", "Averages outside of low and high are found.", "laws", "an average below the low"),
  {
    name: "integrity-jump",
    protects: "Jumps that no split explains are found.",
    file: file("integrity/levels"),
    find: "    this.former = level\n    return {",
    replace: "    this.former = level\n    if (shares > 0) return undefined\n    return {",
    test: test("integrity/laws"),
    title: "a jump of all that follows",
  },
  {
    name: "integrity-split",
    protects: "The jump of a split is not a fault.",
    file: file("integrity/levels"),
    find: "const level = this.reference / shares",
    replace: "const level = this.reference",
    test: test("integrity/calendars"),
    title: "explain the jump of their day",
  },
  {
    name: "sql-functions",
    protects: "A query calls no function that runs a text, reads a file, or turns on logging.",
    file: file("database/statement"),
    find: ".find((name) => !tableFunctions.has(name))",
    replace: ".find((name) => tableFunctions.size === 0)",
    test: test("store/sqlQueries"),
    title: "writes nothing, and reads nothing but the store",
  },
  {
    name: "sql-functions-anywhere",
    protects: "A function is found wherever it stands in a query.",
    file: file("database/statement"),
    find: "const inside = Object.values(node).flatMap(functionsIn)",
    replace:
      'const inside = Object.entries(node).flatMap(([key, value]) => (key === "cte_map" ? [] : functionsIn(value)))',
    test: test("store/sqlQueries"),
    title: "writes nothing, and reads nothing but the store",
  },
  {
    name: "sql-created",
    protects: "What a table is made of is a query.",
    file: file("database/statement"),
    find: 'text.replace(creation, "")',
    replace: 'creation.test(text) ? "SELECT 1" : text',
    test: test("store/sqlQueries"),
    title: "writes nothing, and reads nothing but the store",
  },
]
