SELECT ticker, count(*) AS bars, max(high) AS high
FROM read_parquet('histories/bars/*/*/*/*.parquet', hive_partitioning = true, hive_types_autocast = false)
WHERE market = 'stocks' AND timespan = '1day' GROUP BY ticker ORDER BY ticker
