/** Advice about layer options in the library's messages, with its replacement for users of the command. */
const advice: ReadonlyArray<readonly [ofLibrary: string, ofCommand: string]> = [
  ["(the key is apiKey)", "(candela login stores the key)"],
  ["Set rateLimit of MarketData.layer to", "Store it with candela login --rate: the option takes"],
  [
    "Request smaller pages (limit, or pageSize of a stream), or raise maxBodySize of MarketData.layer.",
    "Request less: a smaller limit, or a shorter range.",
  ],
  [
    "Raise timeout of MarketData.layer or deadline of the call, or request smaller pages.",
    "Try again, or request less: a smaller limit, or a shorter range.",
  ],
  [" (retryBudget)", ""],
  [
    'Set onInvalidRow to "skip" to leave such rows out',
    "Commands of endpoints leave such rows out with --on-invalid-row skip",
  ],
]

/** Where the tickers of another market belong, in the library's messages. */
const elsewhere = /have methods of their own: their bars are (\w+)\.bars, of @candela\/\w+/

/** Operations of a store in the library's messages, which are commands. */
const operation = /`(verify|sync|compact|keep|remove)`/g

/** Rewords a message of the library for the command. */
export const ofCommand = (message: string): string =>
  advice
    .reduce((text, [ofLibrary, ofCommand]) => text.replace(ofLibrary, ofCommand), message)
    .replace("futures.contracts lists", "candela futures contracts lists")
    .replace(elsewhere, "have commands of their own: their bars are candela $1 bars")
    .replaceAll(operation, "candela history $1")
