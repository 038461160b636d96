import * as Catalog from "@candela/catalog/Catalog"
import * as Search from "@candela/catalog/Search"
import * as Topics from "@candela/catalog/Topics"
import { assert, describe, it } from "@effect/vitest"
import * as Vocabulary from "../src/internal/vocabulary.js"
import { everywhere, known, unseen, type Questions } from "./questions.js"

const search = Search.make(Catalog.endpoints)
const searchAll = Search.make([...Catalog.endpoints, ...Topics.topics])

/** Names of what a question finds, with topics: those of the live channel begin with `live`. */
const foundBy = (question: string) =>
  searchAll(question).map((found) => ("live" in found ? `live ${found.name}` : found.name))

/** Checks how many of the questions have a right answer in the first place; all have one among the first five. */
const assertAnswered = (
  questions: Questions,
  leastFirst: number,
  find: (question: string) => ReadonlyArray<string> = (question) => search(question).map(({ name }) => name),
) => {
  const answers = Object.entries(questions).map(([question, right]) => {
    const names = find(question)
    return { question, names, place: names.findIndex((name) => [right].flat().includes(name)) }
  })
  const later = answers.filter(({ place }) => place !== 0)
  const told = later.map(({ names, question }) => `${question}: ${names.slice(0, 5).join(", ")}`).join("\n")
  assert.isAtLeast(answers.length - later.length, leastFirst, told)
  for (const { place, question } of answers) assert.include([0, 1, 2, 3, 4], place, question)
}

describe("Search", () => {
  it("answers questions of people with the right endpoint", () => {
    assertAnswered(known, 66)
    assertAnswered(unseen, 28)
  })

  it("answers from words as data as it does from the catalogue", () => {
    const data = JSON.parse(JSON.stringify(Catalog.endpoints.map(Search.wordsOf))) as ReadonlyArray<Search.Words>
    const among = Search.among(data)
    for (const question of Object.keys({ ...known, ...unseen })) {
      const [first] = among(question)
      assert.strictEqual(first!.name, search(question)[0]!.name, question)
    }
    assert.isAtMost(JSON.stringify(data).length, 400_000)
    // A page puts endpoints before its other results only where they are asked for.
    for (const question of ["proxy", "websocket", "react", "server", "429", "browser", "ECONNREFUSED", "qqqqq"])
      assert.notStrictEqual(among(question)[0]?.isAbout, true, question)
    for (const question of ["OHLC candles", "merchantHierarchy", "implied volatility", "biggest losers today"])
      assert.isTrue(among(question)[0]!.isAbout, question)
  })

  it("tells whether the market is open before it tells the holidays", () => {
    for (const question of ["is the market open", "market open", "market status"])
      assert.strictEqual(search(question)[0]!.name, "reference.marketStatus", question)
    for (const question of ["holidays", "is the stock market open on Thanksgiving"])
      assert.strictEqual(search(question)[0]!.name, "reference.marketHolidays", question)
  })

  it("finds nothing for words of other things", () => {
    for (const question of ["", "the", "qqqqq", "?!"]) assert.isEmpty(search(question))
  })

  it("has words of people for every endpoint, and for no other", () => {
    const names = Catalog.endpoints.map(({ name }) => name)
    assert.sameMembers(Object.keys(Vocabulary.endpoints), names)
    assert.sameMembers(Object.keys(Vocabulary.services), [...new Set(Catalog.endpoints.map(({ service }) => service))])
    for (const name of Object.keys(Vocabulary.preferences)) assert.include(names, name)
    assert.includeMembers([...Search.wordsFor("crypto.bars")], ["bitcoin", "candlestick", "price history"])
  })
})

describe("Search with topics", () => {
  it("answers questions on all services and the live channel", () => {
    assertAnswered(everywhere, 140, foundBy)
  })

  it("finds what the live channel sends, and still what requests return", () => {
    const questions = {
      "live trades": "live stocks.trades",
      "websocket quotes": "live stocks.quotes",
      "stream of bitcoin trades": "live crypto.trades",
      "subscribe to EURUSD quotes": "live forex.quotes",
      "live minute bars": "live stocks.minuteBars",
      "streaming candles of a future": "live futures.minuteBars",
      "limit up limit down": "live stocks.priceBands",
      "order book": "live crypto.books",
      "auction imbalance": "live stocks.imbalances",
      "stream of an index": "live indices.values",
      "OHLC candles": "stocks.bars",
      "bitcoin price history": "crypto.bars",
      "ex-dividend dates": "stocks.dividends",
    }
    assert.deepStrictEqual(
      Object.fromEntries(Object.keys(questions).map((question) => [question, foundBy(question)[0]])),
      questions,
    )
  })

  it("has words of people for every topic, and for no other", () => {
    assert.sameMembers(Object.keys(Vocabulary.topics), [...new Set(Topics.topics.map(({ method }) => method))])
  })
})
