/**
 * News about events in the data: dividends, statements, splits, and the prices of each day.
 * Publishers, authors and texts are synthetic. @module
 */
import { stocks } from "@candela/market/Market"
import { dayNumber, midnight } from "@candela/market/TimeZone"
import { NewsArticle } from "@candela/stocks/News"
import { Array, Effect } from "effect"
import { createHash } from "node:crypto"
import { tickerIn } from "../../store/tickerIn.js"
import * as Table from "../../store/Table.js"
import * as Dividends from "../dividends/Dividends.js"
import { chosen } from "../../generate/Extent.js"
import type { Generator, World } from "../../generate/Generator.js"
import { dayStory, dividendStory, type Move, splitStory, statementStory, type Story } from "./stories.js"
import * as Splits from "../splits/Splits.js"
import * as StockBars from "../stocks/StockBars.js"
import { profiles } from "../companies/profiles.js"
import { statements as statementsOf } from "../companies/statements.js"

/** Table with one row per article. */
export const table = Table.of("news", {
  row: NewsArticle,
  hidden: {
    /** Publication time, epoch milliseconds. */
    published: "BIGINT",
  },
  key: ["id"],
})

type Row = Parameters<typeof table.append>[1][number]

const publishers = ["Example Newswire", "Sample Market Daily", "Synthetic Street"] as const

/** By role: no invented person. */
const authors = ["Author 1", "Author 2", "News Desk"] as const

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")

const publisherOf = (name: string) => {
  const home = `https://example.com/${slugOf(name)}`
  return { name, homepage_url: home, logo_url: `${home}/logo.svg`, favicon_url: `${home}/favicon.ico` }
}

/** Article of a story, published within the hour after it is known. */
const articleOf = ({ date, hour, ...story }: Story, random: World["random"]): Row => {
  const { uniform } = random(`news ${story.title}`, dayNumber(date))
  const pick = <A>(from: ReadonlyArray<A>) => from[Math.floor(uniform() * from.length)]!
  const published = midnight(stocks.zone, date) + hour * 3_600_000 + Math.floor(uniform() * 3600) * 1000
  const publisher = publisherOf(pick(publishers))
  const article = `${publisher.homepage_url}/${date}-${slugOf(story.title)}`
  return {
    ...story,
    id: createHash("sha256").update(`${date} ${story.title}`).digest("hex"),
    author: pick(authors),
    article_url: article,
    image_url: `${article}.png`,
    ...(publisher.name === publishers[0] ? { amp_url: `${article}/amp` } : {}),
    published_utc: new Date(published).toISOString().replace(".000", ""),
    publisher,
    published,
  }
}

/** Largest gain and largest loss of each day, from close to close. A split alone does not count as a change. */
const movesOf = (tickers: ReadonlyArray<string>) => `
  SELECT date, arg_max(ticker, change) AS up, max(change) AS gain, arg_min(ticker, change) AS down, min(change) AS loss
  FROM (
    SELECT closes.ticker, date,
      close * coalesce(split_to / split_from, 1) / lag(close) OVER (PARTITION BY closes.ticker ORDER BY date) - 1 AS change
    FROM (SELECT ticker, date, coalesce(session_close, c) AS close FROM day_bars WHERE ${tickerIn(tickers)}) AS closes
      LEFT JOIN splits ON splits.ticker = closes.ticker AND execution_date = date)
  WHERE change IS NOT NULL GROUP BY date ORDER BY date`

const storiesOf = (world: World) =>
  Effect.gen(function* () {
    const { extent, statements, today } = world
    const listed = chosen(profiles, extent.markets.stocks)
    if (listed.length === 0) return []
    const isNews = (date: string) => date >= extent.from && date <= today
    const dividends = yield* statements.query(`SELECT ${Dividends.table.select} FROM dividends ORDER BY id`)
    const paid = Array.groupBy(dividends.map(Dividends.table.read), ({ ticker }) => ticker!)
    const ofStocks = listed.flatMap((profile) => [
      ...(paid[profile.ticker] ?? []).map((dividend) => dividendStory(profile, dividend)),
      ...(profile.split === undefined ? [] : [splitStory(profile)]),
    ])
    const ofCompanies = statementsOf(world, (company, index) => [statementStory(company, index)])
    const tickers = listed.map(({ ticker }) => ticker)
    const moves = yield* statements.query<Move>(movesOf(tickers), tickers)
    return [...ofStocks, ...ofCompanies, ...moves.map(dayStory)].filter(({ date }) => isNews(date))
  })

/** Writes the articles of the days until now. */
export const generator: Generator = {
  name: "news",
  tables: [table],
  needs: [Dividends.generator, Splits.generator, StockBars.generator],
  weight: 3,
  write: (world) =>
    Effect.flatMap(storiesOf(world), (stories) =>
      table.append(
        world.statements,
        stories.map((story) => articleOf(story, world.random)),
      ),
    ),
}
