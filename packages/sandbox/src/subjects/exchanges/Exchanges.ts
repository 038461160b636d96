/**
 * Exchanges of all markets.
 *
 * Facts: market identifier codes from ISO 10383, letters of participants from the specifications of the consolidators
 * (CTA, UTP and OPRA), the service's ids from its own list. It numbers options exchanges after their letters, from 300
 * on. Of its ids of futures exchanges only that of CME is published, of its venues of currencies only the first one:
 * the others are the sandbox's own.
 *
 * @module
 */
import { Exchange } from "@candela/market/Exchange"
import { ReferenceExchange } from "@candela/reference/Exchanges"
import * as Generator from "../../generate/Generator.js"
import * as Table from "../../store/Table.js"

/** Table with one row per exchange. */
export const table = Table.of("exchanges", { row: ReferenceExchange, key: ["asset_class", "id"] })

/** Exchanges as a market lists them, in the form of a table that {@link rowsOf} replaces. */
export const shown = Table.of("exchanges_shown", { row: Exchange, hidden: { number: "BIGINT" }, key: ["number"] })

/** Markets that list exchanges, and their names as asset classes. */
const classes = { stocks: "stocks", options: "options", crypto: "crypto", forex: "fx", futures: "futures" } as const

/** Query of the exchanges of a market. */
export const rowsOf = (market: keyof typeof classes): string =>
  `SELECT id::BIGINT::VARCHAR AS id, * EXCLUDE (id, locale, asset_class), upper(locale) AS locale, id::BIGINT AS number
   FROM exchanges WHERE asset_class = '${classes[market]}'`

type Text = string | undefined

type Row = readonly [id: number, name: string, mic?: Text, operator?: Text, letter?: Text, acronym?: Text]

const rows = (
  assetClass: string,
  type: "exchange" | "TRF" | "SIP" | "ORF",
  locale: "us" | "global",
  exchanges: ReadonlyArray<Row>,
): ReadonlyArray<ReferenceExchange> =>
  exchanges.map(([id, name, mic, operator, letter, acronym]) => ({
    id,
    asset_class: assetClass,
    locale,
    name,
    type,
    ...(mic === undefined ? {} : { mic }),
    ...(operator === undefined ? {} : { operating_mic: operator }),
    ...(letter === undefined ? {} : { participant_id: letter }),
    ...(acronym === undefined ? {} : { acronym }),
  }))

/** All exchanges. */
export const all: ReadonlyArray<ReferenceExchange> = [
  ...rows("stocks", "exchange", "us", [
    [1, "NYSE American", "XASE", "XNYS", "A", "AMEX"],
    [2, "Nasdaq BX", "XBOS", "XNAS", "B"],
    [3, "NYSE National", "XCIS", "XNYS", "C", "NSX"],
    [7, "Cboe EDGA", "EDGA", "XCBO", "J"],
    [8, "Cboe EDGX", "EDGX", "XCBO", "K"],
    [9, "NYSE Texas", "XCHI", "XNYS", "M"],
    [10, "New York Stock Exchange", "XNYS", "XNYS", "N", "NYSE"],
    [11, "NYSE Arca", "ARCX", "XNYS", "P"],
    [12, "Nasdaq", "XNAS", "XNAS", "T"],
    [14, "Long-Term Stock Exchange", "LTSE", "LTSE", "L", "LTSE"],
    [15, "Investors Exchange", "IEXG", "IEXG", "V", "IEX"],
    [17, "Nasdaq PSX", "XPHL", "XNAS", "X"],
    [18, "Cboe BYX", "BATY", "XCBO", "Y"],
    [19, "Cboe BZX", "BATS", "XCBO", "Z"],
    [20, "MIAX Pearl", "EPRL", "MIHI", "H"],
    [21, "Members Exchange", "MEMX", "MEMX", "U", "MEMX"],
  ]),
  ...rows("stocks", "TRF", "us", [
    [4, "FINRA Alternative Display Facility", "XADF", "FINR", "D"],
    [201, "FINRA NYSE TRF", "FINY", "FINR"],
    [202, "FINRA Nasdaq TRF Carteret", "FINN", "FINR"],
    [203, "FINRA Nasdaq TRF Chicago", "FINC", "FINR"],
  ]),
  ...rows("stocks", "ORF", "us", [[62, "OTC Equity Security", "OOTC", "FINR"]]),
  ...rows("stocks", "SIP", "us", [
    [5, "Unlisted Trading Privileges", undefined, "XNAS", "E", "UTP"],
    [13, "Consolidated Tape Association", undefined, "XNYS", "S", "CTA"],
  ]),
  ...rows("options", "exchange", "us", [
    [300, "NYSE American Options", "AMXO", "XNYS", "A"],
    [301, "BOX Options Exchange", "XBOX", "XBOX", "B", "BOX"],
    [302, "Cboe Options Exchange", "XCBO", "XCBO", "C", "CBOE"],
    [303, "MIAX Emerald", "EMLD", "MIHI", "D"],
    [304, "Cboe EDGX Options", "EDGO", "XCBO", "E"],
    [307, "Nasdaq GEMX", "GMNI", "XNAS", "H", "GEMX"],
    [308, "Nasdaq ISE", "XISX", "XNAS", "I", "ISE"],
    [309, "Nasdaq MRX", "MCRY", "XNAS", "J", "MRX"],
    [312, "MIAX Options", "XMIO", "MIHI", "M", "MIAX"],
    [313, "NYSE Arca Options", "ARCO", "XNYS", "N"],
    [315, "MIAX Pearl Options", "MPRL", "MIHI", "P"],
    [316, "Nasdaq Options Market", "XNDQ", "XNAS", "Q", "NOM"],
    [318, "MIAX Sapphire", "SPHR", "MIHI", "S"],
    [319, "Nasdaq BX Options", "XBXO", "XNAS", "T"],
    [320, "MEMX Options", "MXOP", "MEMX", "U"],
    [322, "Cboe C2 Options", "C2OX", "XCBO", "W", "C2"],
    [323, "Nasdaq PHLX", "XPHO", "XNAS", "X", "PHLX"],
    [325, "Cboe BZX Options", "BATO", "XCBO", "Z"],
  ]),
  ...rows("options", "SIP", "us", [[314, "Options Price Reporting Authority", undefined, undefined, "O", "OPRA"]]),
  ...rows("crypto", "exchange", "global", [
    [1, "Coinbase"],
    [2, "Bitfinex"],
    [6, "Bitstamp"],
    [10, "Binance"],
    [23, "Kraken"],
  ]),
  ...rows("fx", "exchange", "global", [
    [48, "Currency Banks 1"],
    [49, "Currency Banks 2"],
    [50, "Currency Banks 3"],
  ]),
  ...rows("futures", "exchange", "us", [
    [1, "Chicago Board of Trade", "XCBT", "XCME", undefined, "CBOT"],
    [2, "Commodity Exchange", "XCEC", "XCME", undefined, "COMEX"],
    [3, "New York Mercantile Exchange", "XNYM", "XCME", undefined, "NYMEX"],
    [4, "Chicago Mercantile Exchange", "XCME", "XCME", undefined, "CME"],
    [5, "Cboe Futures Exchange", "XCBF", "XCBO", undefined, "CFE"],
  ]),
]

/** Writes the exchanges. */
export const generator: Generator.Generator = Generator.ofTable(table, () => all)
