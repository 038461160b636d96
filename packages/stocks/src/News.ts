/** News about stocks. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Instant from "@candela/market/Instant"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const publisherFields = {
  /** Name of the publisher. */
  name: Field.optional(Schema.String),
  /** Address of its home page. */
  homepage_url: Field.optional(Schema.String),
  /** Address of its logo. */
  logo_url: Field.optional(Schema.String),
  /** Address of its small icon. */
  favicon_url: Field.optional(Schema.String),
}

/** Publisher of an article. */
export interface Publisher extends Field.Row<typeof publisherFields>, Endpoint.Named {}

/** Schema of {@link Publisher}. */
export const Publisher: Field.SchemaOf<Publisher, typeof publisherFields> = Field.struct(publisherFields, "Publisher")

const insightFields = {
  /** Ticker of the sentiment. */
  ticker: Field.optional(Schema.String),
  /** Sentiment of the article for the ticker: `positive`, `neutral` or `negative`. */
  sentiment: Field.optional(Field.openEnum("positive", "neutral", "negative")),
  /** Reason for the sentiment, in a sentence. */
  sentiment_reasoning: Field.optional(Schema.String),
}

/** Sentiment of an article for one of its tickers. */
export interface Insight extends Field.Row<typeof insightFields>, Endpoint.Named {}

/** Schema of {@link Insight}. */
export const Insight: Field.SchemaOf<Insight, typeof insightFields> = Field.struct(insightFields, "Insight")

const fields = {
  /** Unique identifier of the article. */
  id: Field.optional(Field.Id),
  /** Headline. */
  title: Field.required(Schema.String),
  /** Author of the article. */
  author: Field.optional(Schema.String),
  /** Address of the article. */
  article_url: Field.optional(Schema.String),
  /** Publication time, an RFC 3339 date-time in UTC: `2024-05-02T20:05:00Z`. */
  published_utc: Field.required(Unit.DateTime),
  /** Publisher of the article. */
  publisher: Field.optional(Publisher),
  /** Tickers that the article is about. */
  tickers: Field.optional(Schema.Array(Schema.String)),
  /** Address of the article for mobile devices (Accelerated Mobile Pages). */
  amp_url: Field.optional(Schema.String),
  /** Address of the article's image. */
  image_url: Field.optional(Schema.String),
  /** Summary of the article in a few sentences. */
  description: Field.optional(Schema.String),
  /** Topics of the article, in the publisher's words. */
  keywords: Field.optional(Schema.Array(Schema.String)),
  /** Sentiment of the article for its tickers. */
  insights: Field.optional(Schema.Array(Insight)),
}

/** An article (specification, News article). Only `title` and `published_utc` are always present. */
export interface NewsArticle extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link NewsArticle}. */
export const NewsArticle: Field.SchemaOf<NewsArticle, typeof fields> & Instant.Reader<NewsArticle, "published_utc"> =
  Instant.readable(Field.struct(fields, "NewsArticle"), "published_utc")

const params = {
  /**
   * A ticker of any market that the article is about, case-sensitive. For a range, one of the
   * article's tickers must lie in it.
   */
  ticker: Filter.range(Ticker.Any),
  /** A date means the whole day in UTC, a `Date` an instant. */
  published_utc: Filter.range(Param.DateTime),
  /** Direction of `sort`. Default `desc`: the latest first. */
  order: Param.order("desc"),
  /** Size of a page. */
  limit: Param.limit({ default: 10, max: 1000 }),
  /** Column to sort by: `published_utc`. */
  sort: Param.sortColumn({ columns: ["published_utc"], default: "published_utc" }),
}

/** Request for articles. */
export interface NewsRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const news: Endpoint.Paged<NewsRequest, NewsArticle, typeof params> = Endpoint.paged({
  path: "/v2/reference/news",
  params,
  row: NewsArticle,
  key: "id",
  recordsFrom: "2016-06-22",
})
