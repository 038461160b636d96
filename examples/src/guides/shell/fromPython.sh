# The commands of docs/from-python.md.

# #region file
candela stocks bars AAPL --timespan 1m --from 2025-06-02 --to 2025-06-27 --sandbox --out aapl.parquet
# #endregion

# #region store
candela history sync --store data --tickers AAPL,MSFT --timespan 1m --from 2025-06-02 --to 2025-06-27 --sandbox
# #endregion
