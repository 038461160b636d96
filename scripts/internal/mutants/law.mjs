// Protections against answers without rows where rows are expected, and the strictness of the law of lapses.
const law = "packages/torture/test/lapses.test.ts"
const noRows = "packages/catalog/test/noRows.test.ts"
const holds = "holds in a sample of lapses and ways"

/** @type {import("./all.mjs").Mutants} */
export const mutants = [
  {
    name: "doubtful-answer-again",
    protects: "An answer without rows where some are expected is asked for again, once.",
    file: "packages/core/src/MarketData.ts",
    find: "doubtful ? once :",
    replace: 'doubtful && endpoint.name === "" ? once :',
    test: noRows,
    title: "is asked for again, once, as",
  },
  {
    name: "doubtful-answer-told",
    protects: "An answer that stays without rows where some are expected is told.",
    file: "packages/market/src/NoRows.ts",
    find: "session.afterHoursClose + dayMillis <= records.to",
    replace: "session.afterHoursClose + dayMillis <= records.from",
    test: law,
    title: holds,
  },
  {
    name: "doubtful-answer-judged",
    protects: "A store, which compares answers with each other, asks no thin ticker twice.",
    file: "packages/core/src/internal/stream/noRows.ts",
    find: "judged || endpoint.noRows === undefined",
    replace: "endpoint.noRows === undefined",
    test: noRows,
    title: "by a caller that judges it",
  },
  {
    name: "empty-list-again",
    protects: "A list of splits or dividends that comes empty is asked for again before prices stay unadjusted.",
    file: "packages/history/src/Adjust.ts",
    find: "Chunk.isEmpty(found) ? rows :",
    replace: "Chunk.isEmpty(found) && tickersPerRequest === 0 ? rows :",
    test: "packages/history/test/adjust/load.test.ts",
    title: "one more where an answer is empty",
  },
  {
    name: "backfill-list-not-found",
    protects: "A list that is not found does not make the bars of a ticker count as done.",
    file: "packages/backfill/src/internal/fetch/failures.ts",
    find: 'error.endpoint.endsWith(".bars") ? "empty" : "again"',
    replace: '"empty"',
    test: "packages/backfill/test/failures.test.ts",
    title: "is that of bars alone",
  },
]
