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
]

/** Rewords a message of the library for the command. */
export const ofCommand = (message: string): string =>
  advice.reduce((text, [ofLibrary, ofCommand]) => text.replace(ofLibrary, ofCommand), message)
