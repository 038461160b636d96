# The commands of docs/backfill.md.

# #region run
candela backfill plan --store data --tickers AAPL,MSFT --timespan minute --from 2025-05-20 --to 2025-06-13
candela backfill run --store data --sandbox
candela backfill status
# #endregion
