# The commands of docs/command-line.md, one region after the other in one folder.

# #region bars
candela stocks bars AAPL --timespan 1d --from 2025-06-23 --to 2025-06-27 --sandbox
# #endregion

# #region dates
candela stocks bars AAPL --timespan 1w --from -6mo --sandbox
candela stocks bars AAPL --timespan 5m --from 2025-06-27T09:30-04:00 --to 2025-06-27T10:00-04:00 --sandbox
candela stocks dividends --ticker AAPL --ex_dividend_date.gte 2025-02 --ex_dividend_date.lte 2025-05 --sandbox
# #endregion

# #region several
candela stocks bars AAPL MSFT NVDA --timespan 1d --from -1mo --order time --sandbox --out three.parquet
echo "AAPL MSFT NVDA" | candela stocks bars --tickers - --timespan 1d --from 2025-06 --sandbox --out three.csv.gz
# #endregion

# #region columns
candela stocks bars AAPL --timespan 1h --from 2025-06-30 --columns timestamp,close --time local --format csv --sandbox
candela forex quotes C:EURUSD --limit 3 --long-integers text --sandbox
# #endregion

# #region shape
candela stocks bars AAPL --timespan 1m --from 2025-06-02 --to 2025-06-06 --session regular --resample 30m --sandbox
candela stocks bars NVDA --timespan 1d --from 2024-05 --to 2024-06 --adjust both --as-of 2024-06-07 --resample 1w --sandbox
# #endregion

# #region filter
candela stocks dividends --ticker AAPL --ex_dividend_date.gte 2024-09-01 --sandbox --format csv
# #endregion

# #region chart
candela chart AAPL --from 2025-03-03 --to 2025-06-30 --timespan week --height 16 --sandbox
# #endregion

# #region live
candela live stocks.minuteBars AAPL MSFT --limit 4 --speed asap --sandbox
# #endregion

# #region followed
candela history sync --store followed --tickers AAPL --timespan minute --from 2025-06-23 --to 2025-06-27 --sandbox
candela live stocks.minuteBars AAPL --follow 2025-06-23 --store followed --limit 3600 --speed asap --sandbox > minutes.ndjson
# #endregion

# #region file
candela stocks bars AAPL --timespan 1m --from 2025-06-02 --to 2025-06-13 --sandbox --out aapl.parquet --resume
# #endregion

# #region preview
candela preview stocks bars AAPL --timespan 1m --from 2015-01-01 --to 2024-12-31 --per-minute 5 --format table
# #endregion

# #region store
candela history sync --store data --tickers AAPL,MSFT --timespan 1m --from 2025-06-02 --to 2025-06-13 --sandbox
candela history read --store data --tickers AAPL --timespan 1m --from 2025-06-02 --to 2025-06-13 --adjust splits --session regular --format csv
candela history read --store data --timespan 1m --from 2025-06-02 --to 2025-06-13 --session regular --resample session --columns ticker,timestamp,close --format csv
candela history missing --store data --tickers AAPL --timespan minute --from 2025-06-02 --to 2025-06-20
candela history verify --store data --tickers AAPL --timespan minute --from 2025-06-02 --to 2025-06-13 --integrity
# #endregion

# #region sql
candela history sql --store data "select ticker, count(*) as bars, max(high) as high from bars group by ticker order by ticker" --format table
# #endregion

# #region keep
candela history keep stocks ratios --store data --sandbox
candela history keep stocks news --ticker AAPL --store data --sandbox
candela history keep economy inflation --store data --sandbox
# #endregion

# #region ticks
candela history keep stocks trades BRK.A --from 2025-06-25 --to 2025-06-26 --store data --sandbox
candela history read --endpoint stocks.trades --tickers BRK.A --from 2025-06-26 --to 2025-06-26 --store data --out trades.parquet
# #endregion

# #region join
cat > watchlist.csv <<END
ticker,weight
AAPL,0.6
MSFT,0.4
END
cat > regular.sql <<END
select ticker, weight, round(price_to_earnings, 1) as pe, sum(volume) as volume
from bars_adjusted join watchlist using (ticker) join "stocks.ratios" using (ticker)
where session_part(market, timestamp) = 'regular'
group by all order by ticker
END
candela history sql --store data --query-file regular.sql --file watchlist=watchlist.csv --format table
# #endregion
