/** Articles of Benzinga. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Instant from "@candela/market/Instant"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"
import * as Record from "./internal/record.js"

const fields = {
  /** Benzinga's number of the article. */
  benzinga_id: Field.optional(Field.like(Field.Id, "39046904")),
  /** Headline. */
  title: Field.required(
    Field.like(
      Schema.String,
      "Shares rise after quarterly results",
      "Company raises its guidance for the year",
      "Analysts change their price targets",
      "Board of directors declares a dividend",
    ),
  ),
  /** When the article was published, RFC 3339 date-time. */
  published: Field.required(Unit.DateTime),
  /** When the article was last changed, RFC 3339 date-time. */
  last_updated: Field.optional(Unit.DateTime),
  /** Author of the article, a person or a desk. */
  author: Field.optional(Field.like(Schema.String, "Newsdesk", "Author 1", "Author 2")),
  /** Beginning of the article, or a summary of it. */
  teaser: Field.optional(Field.like(Schema.String, "The results were better than analysts had expected.")),
  /** The whole article, as HTML. */
  body: Field.optional(
    Field.like(Schema.String, "<p>The company reported its results after the market had closed.</p>"),
  ),
  /** Address of the article. */
  url: Field.required(Field.like(Schema.String, "https://benzinga.example/news/39046904")),
  /** Addresses of its images. */
  images: Field.optional(Schema.Array(Field.like(Schema.String, "https://benzinga.example/images/story.jpeg"))),
  /** Channels that it appears in: `earnings`, `news`, `price target` and so on. */
  channels: Field.optional(Schema.Array(Field.like(Schema.String, "news", "earnings", "price target", "guidance"))),
  /** Themes of the article. */
  tags: Field.optional(Schema.Array(Field.like(Schema.String, "why it's moving", "large cap", "dividends"))),
  /** Tickers of stocks and coins that it mentions. */
  tickers: Field.optional(Schema.Array(Record.Ticker)),
}

/** An article. */
export interface BenzingaArticle extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link BenzingaArticle}. */
export const BenzingaArticle: Field.SchemaOf<BenzingaArticle, typeof fields> &
  Instant.Reader<BenzingaArticle, "published", "last_updated"> = Instant.readable(
  Field.struct(fields, "BenzingaArticle"),
  "published",
  "last_updated",
)

const params = {
  published: Filter.range(Param.DateTime),
  channels: Filter.contains(Param.String),
  tags: Filter.contains(Param.String),
  author: Filter.rangeOrAnyOf(Param.String),
  /** Tickers of stocks alone; `tickers` also finds those of coins. */
  stocks: Filter.contains(Ticker.Stock),
  tickers: Filter.contains(Ticker.Any),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 50_000 }),
  /** Columns to sort by. */
  sort: Param.sort({
    columns: Field.names(fields, "images", "channels", "tags", "tickers"),
    default: ["published", "desc"],
  }),
}

/** Request for articles. */
export interface NewsRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const news: Endpoint.Paged<NewsRequest, BenzingaArticle, typeof params> = Endpoint.paged({
  path: "/benzinga/v2/news",
  params,
  row: BenzingaArticle,
})
