/** Currency. The prices of all its pairs are derived from its price in dollars. */
export interface Currency {
  /** Currency code: `EUR`, `BTC`. */
  readonly code: string
  readonly name: string
  /** Level of its price in dollars. */
  readonly value: number
  /** Standard deviation of a day's change of that price, as a fraction. */
  readonly volatility: number
  /** Whether it trades at all times. Other currencies close at the weekend. */
  readonly crypto: boolean
}

/** Pair of currencies. The symbols and names are real; all derived prices and volumes are synthetic. */
export interface Pair {
  /** Pair ticker: `C:EURUSD`, `X:BTCUSD`. */
  readonly ticker: string
  /** Pair name: `Euro - United States Dollar`. */
  readonly name: string
  readonly market: "forex" | "crypto"
  /** Base currency, which is bought and sold. */
  readonly base: Currency
  /** Quote currency, in which prices are given. */
  readonly quote: Currency
  /** Level of the price. */
  readonly price: number
  /** Standard deviation of a day's return, as a fraction. */
  readonly volatility: number
  /** Decimals of its prices. */
  readonly decimals: number
  /** Probability that a minute of trading has a trade, from 0 to 1. */
  readonly presence: number
  /** Average number of trades in a minute with trades. */
  readonly trades: number
  /** Average size of a trade, in the base currency. Forex volumes count trades. */
  readonly size: number
  /** Decimals of volumes. */
  readonly sizeDecimals: number
}

const fiat = (code: string, name: string, value: number, volatility: number): Currency => ({
  code,
  name,
  value,
  volatility,
  crypto: false,
})

const coin = (code: string, name: string, value: number, volatility: number): Currency => ({
  code,
  name,
  value,
  volatility,
  crypto: true,
})

/** Further coins, so that there are always movers in both directions. */
const furtherCoins: ReadonlyArray<Currency> = [
  coin("MATIC", "Polygon", 0.7, 0.042),
  coin("APT", "Aptos", 8.5, 0.045),
  coin("ARB", "Arbitrum", 1, 0.045),
  coin("OP", "Optimism", 1.8, 0.046),
  coin("SUI", "Sui", 1.4, 0.048),
  coin("INJ", "Injective", 22, 0.048),
  coin("ICP", "Internet Computer", 9, 0.043),
  coin("HBAR", "Hedera", 0.09, 0.04),
  coin("VET", "VeChain", 0.03, 0.04),
  coin("QNT", "Quant", 100, 0.036),
  coin("GRT", "The Graph", 0.2, 0.044),
  coin("MKR", "Maker", 1_900, 0.038),
  coin("SNX", "Synthetix", 2.4, 0.043),
  coin("COMP", "Compound", 55, 0.041),
  coin("CRV", "Curve DAO Token", 0.45, 0.046),
  coin("SUSHI", "SushiSwap", 1, 0.044),
  coin("YFI", "yearn.finance", 6_800, 0.037),
  coin("ZRX", "0x", 0.4, 0.043),
  coin("BAT", "Basic Attention Token", 0.22, 0.038),
  coin("MANA", "Decentraland", 0.4, 0.042),
  coin("SAND", "The Sandbox", 0.42, 0.042),
  coin("AXS", "Axie Infinity", 7, 0.043),
  coin("ENJ", "Enjin Coin", 0.25, 0.043),
  coin("CHZ", "Chiliz", 0.08, 0.041),
  coin("FLOW", "Flow", 0.8, 0.042),
  coin("EOS", "EOS", 0.65, 0.037),
  coin("XTZ", "Tezos", 0.8, 0.037),
  coin("DASH", "Dash", 30, 0.037),
  coin("ZEC", "Zcash", 30, 0.039),
  coin("XMR", "Monero", 165, 0.028),
  coin("NEO", "Neo", 12, 0.038),
  coin("KSM", "Kusama", 25, 0.041),
  coin("KAVA", "Kava", 0.6, 0.042),
  coin("LRC", "Loopring", 0.22, 0.044),
  coin("ANKR", "Ankr", 0.03, 0.043),
  coin("OCEAN", "Ocean Protocol", 0.6, 0.048),
  coin("FET", "Fetch.ai", 1.2, 0.052),
  coin("IMX", "Immutable", 1.6, 0.046),
  coin("LDO", "Lido DAO", 2, 0.047),
  coin("STX", "Stacks", 1.8, 0.046),
  coin("MINA", "Mina", 0.6, 0.043),
  coin("EGLD", "MultiversX", 38, 0.039),
  coin("ROSE", "Oasis Network", 0.08, 0.045),
  coin("CELO", "Celo", 0.6, 0.043),
  coin("SKL", "SKALE", 0.06, 0.045),
  coin("STORJ", "Storj", 0.45, 0.045),
  coin("GALA", "Gala", 0.03, 0.048),
  coin("APE", "ApeCoin", 1.2, 0.045),
  coin("JASMY", "JasmyCoin", 0.02, 0.052),
  coin("AUDIO", "Audius", 0.15, 0.044),
  coin("BAL", "Balancer", 3.2, 0.039),
  coin("BAND", "Band Protocol", 1.4, 0.041),
  coin("KNC", "Kyber Network Crystal", 0.6, 0.041),
  coin("NMR", "Numeraire", 20, 0.041),
  coin("UMA", "UMA", 2.6, 0.045),
  coin("GNO", "Gnosis", 240, 0.034),
  coin("RPL", "Rocket Pool", 20, 0.04),
  coin("CVC", "Civic", 0.13, 0.044),
]

/** All currencies. */
export const currencies: ReadonlyArray<Currency> = [
  fiat("USD", "United States Dollar", 1, 0),
  fiat("EUR", "Euro", 1.08, 0.004),
  fiat("GBP", "British Pound Sterling", 1.27, 0.0045),
  fiat("JPY", "Japanese Yen", 0.0067, 0.0055),
  fiat("CHF", "Swiss Franc", 1.13, 0.0045),
  fiat("AUD", "Australian Dollar", 0.66, 0.0055),
  fiat("NZD", "New Zealand Dollar", 0.6, 0.0055),
  fiat("CAD", "Canadian Dollar", 0.73, 0.0035),
  fiat("SEK", "Swedish Krona", 0.095, 0.006),
  fiat("NOK", "Norwegian Krone", 0.093, 0.006),
  fiat("MXN", "Mexican Peso", 0.055, 0.007),
  fiat("ZAR", "South African Rand", 0.054, 0.008),
  fiat("SGD", "Singapore Dollar", 0.745, 0.0025),
  fiat("CNH", "Chinese Yuan (Offshore)", 0.138, 0.002),
  coin("BTC", "Bitcoin", 62_000, 0.024),
  coin("ETH", "Ethereum", 2_900, 0.03),
  coin("SOL", "Solana", 140, 0.04),
  coin("XRP", "XRP", 0.9, 0.038),
  coin("ADA", "Cardano", 0.55, 0.04),
  coin("DOGE", "Dogecoin", 0.16, 0.045),
  coin("AVAX", "Avalanche", 28, 0.042),
  coin("DOT", "Polkadot", 6.2, 0.04),
  coin("LINK", "Chainlink", 14.5, 0.04),
  coin("LTC", "Litecoin", 84, 0.032),
  coin("BCH", "Bitcoin Cash", 390, 0.036),
  coin("UNI", "Uniswap", 8.1, 0.044),
  coin("ATOM", "Cosmos", 6.8, 0.04),
  coin("XLM", "Stellar", 0.19, 0.04),
  coin("ALGO", "Algorand", 0.2, 0.042),
  coin("FIL", "Filecoin", 4.6, 0.043),
  coin("AAVE", "Aave", 145, 0.043),
  coin("ETC", "Ethereum Classic", 23, 0.037),
  coin("NEAR", "NEAR Protocol", 4.4, 0.046),
  coin("SHIB", "Shiba Inu", 0.000018, 0.045),
  coin("TRX", "TRON", 0.17, 0.025),
  coin("USDT", "Tether", 1, 0.0004),
  ...furtherCoins,
]

/** Activity of a pair by its place in its list, from the liquid ones to those with a few trades an hour. */
const liveliness = (rank: number): Pick<Pair, "presence" | "trades"> => {
  if (rank < 2) return { presence: 0.9, trades: 24 }
  if (rank < 3) return { presence: 0.4, trades: 12 }
  return { presence: 0.04, trades: 4 }
}

/** Decimals that leave at least five digits of a price, as exchanges quote them. */
const cryptoDecimals = (price: number) => (price > 1_000 ? 2 : price > 10 ? 3 : price > 0.1 ? 5 : price > 0.001 ? 6 : 8)

/**
 * Decimals of a forex price: three when a unit of the base costs a hundred of the quote, as in yen,
 * and seven when it costs a few hundredths.
 */
const forexDecimals = (price: number) => (price > 50 ? 3 : price < 0.1 ? 7 : 5)

/** Decimals of volumes: fewer for large volumes, so that sums of years are exact. */
const sizeDecimals = (size: number) => (size < 1 ? 8 : size < 100 ? 4 : 0)

const pairOf = (market: Pair["market"], codes: string, rank: number): Pair => {
  const [base, quote] = codes.split("/").map((code) => currencies.find((one) => one.code === code)!) as [
    Currency,
    Currency,
  ]
  const price = base.value / quote.value
  // A trade of some 400 dollars.
  const size = market === "forex" ? 1 : 400 / base.value
  return {
    ticker: `${market === "forex" ? "C" : "X"}:${base.code}${quote.code}`,
    name: `${base.name} - ${quote.name}`,
    market,
    base,
    quote,
    price,
    volatility: Math.sqrt(base.volatility ** 2 + quote.volatility ** 2),
    decimals: market === "forex" ? forexDecimals(price) : cryptoDecimals(price),
    ...liveliness(rank),
    size,
    sizeDecimals: market === "forex" ? 0 : sizeDecimals(size),
  }
}

const firstForex =
  "EUR/USD USD/JPY GBP/USD AUD/USD USD/CAD USD/CHF NZD/USD EUR/GBP EUR/JPY EUR/CHF EUR/AUD EUR/CAD EUR/SEK " +
  "EUR/NOK GBP/JPY GBP/CHF AUD/JPY AUD/NZD CAD/JPY CHF/JPY USD/SEK USD/MXN USD/ZAR USD/SGD USD/CNH"

/** Inverse pairs: when one of two pairs has risen, the other one has fallen. */
const turned = firstForex.replace(/(\w+)\/(\w+)/g, "$2/$1")

const firstCrypto =
  "BTC/USD ETH/USD SOL/USD XRP/USD ADA/USD DOGE/USD AVAX/USD DOT/USD LINK/USD LTC/USD BCH/USD UNI/USD ATOM/USD " +
  "XLM/USD ALGO/USD FIL/USD AAVE/USD ETC/USD NEAR/USD SHIB/USD TRX/USD USDT/USD BTC/EUR ETH/EUR ETH/BTC"

const pairsOf = (market: Pair["market"], codes: string) =>
  codes.split(" ").map((codes, rank) => pairOf(market, codes, rank))

/** Pairs of national currencies, the liquid ones first. */
export const forexPairs: ReadonlyArray<Pair> = pairsOf("forex", `${firstForex} ${turned}`)

/** Pairs of cryptocurrencies, the liquid ones first. */
export const cryptoPairs: ReadonlyArray<Pair> = pairsOf(
  "crypto",
  [firstCrypto, ...furtherCoins.map(({ code }) => `${code}/USD`)].join(" "),
)

/** Tickers of the pairs of a market with the most minutes and quotes. */
export const firstTickers: Readonly<Record<Pair["market"], ReadonlyArray<string>>> = {
  forex: pairsOf("forex", firstForex).map(({ ticker }) => ticker),
  crypto: pairsOf("crypto", firstCrypto).map(({ ticker }) => ticker),
}
