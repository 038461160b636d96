# The commands of docs/command-line.md, one region after the other in one folder.

# #region bars
candela stocks bars AAPL --timespan day --multiplier 1 --from 2025-06-23 --to 2025-06-27 --sandbox
# #endregion

# #region filter
candela stocks dividends --ticker AAPL --ex_dividend_date.gte 2024-09-01 --sandbox --format csv
# #endregion

# #region chart
candela chart AAPL --from 2025-03-03 --to 2025-06-30 --timespan week --height 16 --sandbox
# #endregion

# #region file
candela stocks bars AAPL --timespan minute --multiplier 1 --from 2025-06-02 --to 2025-06-13 --sandbox --out aapl.parquet --resume
# #endregion

# #region preview
candela preview stocks bars AAPL --timespan minute --multiplier 1 --from 2015-01-01 --to 2024-12-31 --per-minute 5 --format table
# #endregion

# #region store
candela history sync --store data --tickers AAPL,MSFT --timespan minute --multiplier 1 --from 2025-06-02 --to 2025-06-13 --sandbox
candela history read --store data --tickers AAPL --timespan minute --multiplier 1 --from 2025-06-02 --to 2025-06-13 --adjust splits --session regular --format csv
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
