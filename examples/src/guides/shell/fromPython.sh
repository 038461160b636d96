# The commands of docs/from-python.md.

# #region file
candela stocks bars AAPL --timespan 1m --from 2025-06-02 --to 2025-06-27 --sandbox --out aapl.parquet
# #endregion

# #region store
candela history sync --store data --tickers NVDA,KO --timespan day --from 2023-07-03 --to 2025-06-27 --sandbox
# #endregion

# #region adjusted
candela history read --store data --tickers NVDA,KO --timespan day --from 2023-07-03 --to 2025-06-27 --adjust both --out adjusted.parquet
# #endregion
