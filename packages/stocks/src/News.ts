/** News about stocks. @module */
import * as Endpoint from "@candela/core/Endpoint"
import * as Field from "@candela/core/Field"
import * as Unit from "@candela/core/Unit"
import * as Filter from "@candela/core/Filter"
import * as Param from "@candela/core/Param"
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

/** Who published an article. */
export interface Publisher extends Field.Row<typeof publisherFields>, Endpoint.Named {}

/** Schema of {@link Publisher}. */
export const Publisher: Field.SchemaOf<Publisher, typeof publisherFields> = Schema.Struct(publisherFields)

const insightFields = {
  /** The ticker that the sentiment is about. */
  ticker: Field.optional(Schema.String),
  /** What the article means for the ticker: `positive`, `neutral` or `negative`. */
  sentiment: Field.optional(Field.openEnum("positive", "neutral", "negative")),
  /** Why, in a sentence. */
  sentiment_reasoning: Field.optional(Schema.String),
}

/** What an article means for one of its tickers. */
export interface Insight extends Field.Row<typeof insightFields>, Endpoint.Named {}

/** Schema of {@link Insight}. */
export const Insight: Field.SchemaOf<Insight, typeof insightFields> = Schema.Struct(insightFields)

const fields = {
  /** Unique identifier of the article. */
  id: Field.optional(Field.Id),
  /** The headline. */
  title: Field.required(Schema.String),
  /** Who wrote it. */
  author: Field.optional(Schema.String),
  /** Address of the article. */
  article_url: Field.optional(Schema.String),
  /** When it was published, an RFC 3339 date-time in UTC: `2024-05-02T20:05:00Z`. */
  published_utc: Field.required(Unit.DateTime),
  /** Who published it. */
  publisher: Field.optional(Publisher),
  /** The tickers that it is about. */
  tickers: Field.optional(Schema.Array(Schema.String)),
  /** Address of the article for mobile devices (Accelerated Mobile Pages). */
  amp_url: Field.optional(Schema.String),
  /** Address of the article's image. */
  image_url: Field.optional(Schema.String),
  /** What it says, in a few sentences. */
  description: Field.optional(Schema.String),
  /** What it is about, in the publisher's words. */
  keywords: Field.optional(Schema.Array(Schema.String)),
  /** What it means for its tickers. */
  insights: Field.optional(Schema.Array(Insight)),
}

/** An article (specification, News article). Only `title` and `published_utc` are always there. */
export interface NewsArticle extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link NewsArticle}. */
export const NewsArticle: Field.SchemaOf<NewsArticle, typeof fields> & Instant.Reader<NewsArticle, "published_utc"> =
  Instant.struct(fields, "published_utc")

const params = {
  /** A ticker of any market that the article is about, case-sensitive. Of a range, one of the article's tickers must lie in it. */
  ticker: Filter.range(Ticker.Any),
  /** A date is the whole day in UTC, a `Date` an instant. */
  published_utc: Filter.range(Param.DateTime),
  /** Direction of `sort`. Default `desc`: the latest first. */
  order: Param.order("desc"),
  /** Size of a page. */
  limit: Param.limit({ default: 10, max: 1000 }),
  /** What the rows are sorted by: `published_utc`. */
  sort: Param.sortColumn({ columns: ["published_utc"], default: "published_utc" }),
}

/** Which articles to request. */
export interface NewsRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const news: Endpoint.Paged<NewsRequest, NewsArticle, typeof params> = Endpoint.paged({
  path: "/v2/reference/news",
  params,
  row: NewsArticle,
  recordsFrom: "2016-06-22",
})
