// Differences from the vendor's document that were read and stay, each with the reason. A finding that no line names is
// to be mended, or gets a line.

/** Operations that are left out, by their paths. */
const leftOut = [
  [/^\/futures\/vX\//, "a twin of `/futures/v1`, under an older name"],
  [/^\/vX\/reference\/ipos$/, "a twin of `/v1/reference/ipos`, under an older name"],
  [/^\/v2\/ticks\/stocks\//, "withdrawn: `/v3/trades` and `/v3/quotes` have the same"],
  [/^\/v1\/historic\/forex\//, "withdrawn: `/v3/quotes` has the same"],
  [/\/crypto\/tickers\/\{ticker\}\/book$/, "withdrawn: there is no order book any more"],
]

/** Declared operations that the document lacks, by endpoint. */
const beyond = [
  [/^economy\.fundingConditions$/, "newer than the document; the service has it"],
  [/^filings\./, "newer than the document; the vendor's Python client has it"],
]

/** Differences of operations that both have: the endpoint, the place, and what differs (`field`, `type`, ...). */
const differences = [
  [/bars|[pP]reviousDayBar|dailyMarketSummary/, /(^|\.|\])(otc|T)$/, "field", "real answers have it where it applies"],
  [/\.(sma|ema|rsi|macd)$/, /underlying\.aggregates\[\]\./, "field", "real answers have it: these are bars"],
  [/\.bars$/, /./, "pages", "real answers have a `next_url`"],
  [/^economy\./, /\.date$/, "presence", "a row without its day means nothing"],
  [/^forex\.(snapshot|snapshots|movers)$/, /\.(vw|i)$/, "field", "real answers have it"],
  [/^futures\.bars$/, /^sort$/, "type", "a list of columns in one text, as in the other lists"],
  [/^futures\.snapshots$/, /settlement_date$/, "unit", "the document's own example has nanoseconds"],
  [/^futures\.snapshots$/, /\.(ticker|product_code|open_interest)$/, "field", "the document's own example has it"],
  [/^crypto\.\w*[tT]rades$/, /^(map|type)$/, "any", "real answers have it"],
  [/^snapshots\.list$/, /(exchange|underlying_ticker)$/, "field", "real answers have it"],
  [/^benzinga\.consensusRatings$/, /./, "pages", "the consensus about a ticker is one row"],
  [/^options\.snapshot$/, /./, "pages", "a contract is one value"],
  [/\.exchanges$/, /./, "field", "a record with the exchanges of all markets, which have it in the document"],
  [/^options\.lastTrade$/, /\.ds$/, "field", "a record with the other markets, which have it in the document"],
  [/^options\.(chain|snapshot)$/, /\.(details|last_quote|last_trade)\./, "field", "a record with `snapshots.list`"],
  [/^indices\.snapshots$/, /\.session\./, "field", "a record with `snapshots.list`"],
  [/^benzinga\.news$/, /benzinga_id$/, "type", "ids are text; one that comes as a number is read as text"],
  [/^etfglobal\.profiles$/, /_exposure$/, "type", "the document's own example has objects"],
  [/^filings\.riskFactorTaxonomy$/, /^taxonomy/, "type", "a version, `1.10`: the document's own example has text"],
  [/^filings\.riskFactorTaxonomy$/, /\.taxonomy$/, "type", "a version, `1.10`: the document's own example has text"],
  [/^tmx\.corporateEvents$/, /tmx_company_id/, "type", "an id is text; the document's own example has text"],
  [/^reference\.ipos$/, /(_date|last_updated)$/, "type", "the document's own example has text"],
  [/^reference\.exchanges$/, /\.locale$/, "words", "any text: the lists of single markets write it as `US`"],
  [/^reference\.exchanges$/, /\.type$/, "words", "real answers have `ORF`"],
  [/^stocks\.summaries$/, /\.type$/, "words", "as in `snapshots.list`; a kind more refuses nothing"],
  [/^options\.contracts?$/, /\.ticker$/, "presence", "a contract without its ticker means nothing"],
  [/^futures\.trades$/, /\.price$/, "presence", "a trade without its price means nothing"],
  [/^crypto\.trades$/, /\.participant_timestamp$/, "presence", "a trade without its time means nothing"],
  [
    /^stocks\.financials$/,
    /^results\[\]\.financials\./,
    "type",
    "as `balance_sheet`, which the document's text refers to",
  ],
  [/^reference\.tickerEvents$/, /event_type$|\.type$/, "field", "the document's own example has `type`"],
  [/^reference\.tickerEvents$/, /(composite_figi|cik)$/, "field", "the vendor's Python client has it"],
]

const whyOf = ({ aspect, at, endpoint = "", kind, lackedBy, operation }) => {
  if (kind === "operation") {
    const [list, name] = lackedBy === "declaration" ? [leftOut, operation.replace(/^\w+ /, "")] : [beyond, endpoint]
    return list.find(([pattern]) => pattern.test(name))?.at(-1)
  }
  const what = kind === "differs" ? aspect : kind
  return differences
    .find(
      ([ofEndpoint, ofPlace, difference]) =>
        endpoint.split(", ").every((one) => ofEndpoint.test(one)) &&
        ofPlace.test(at) &&
        (difference === "any" || difference === what),
    )
    ?.at(-1)
}

/** The findings, where those that are known have the level `known` and say why they stay. */
export const explained = (findings) =>
  findings.map((finding) => {
    const why = finding.level === "drift" ? whyOf(finding) : undefined
    return why === undefined ? finding : { ...finding, level: "known", why }
  })
