import { restClient, GetStocksAggregatesTimespanEnum } from "@massive.com/client-js"

const client = restClient(process.env["MARKET_DATA_API_KEY"]!, process.env["MARKET_DATA_URL"]!, { pagination: true })

// Its types say axios's response; what comes is the document.
const { results = [] } = await client.getStocksAggregates({
  stocksTicker: "AAPL",
  multiplier: 1,
  timespan: GetStocksAggregatesTimespanEnum.Minute,
  from: "2025-06-02",
  to: "2025-06-06",
  limit: 50_000,
})
console.log(results.reduce((sum, bar) => sum + bar.v, 0))
