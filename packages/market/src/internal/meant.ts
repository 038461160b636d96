/** What may be meant by a text that is no ticker of a market, or none that the service knows. */

/** Where tickers with a prefix belong. */
const places: Readonly<Record<string, string>> = {
  "C:": "currency pairs have methods of their own: their bars are forex.bars, of @candela/forex",
  "X:": "crypto pairs have methods of their own: their bars are crypto.bars, of @candela/crypto",
  "O:": "options have methods of their own: their bars are options.bars, of @candela/options",
  "I:": "indices have methods of their own: their bars are indices.bars, of @candela/indices",
}

const list =
  "a comma makes no list. Call it for each ticker; Many of @candela/history and the command candela history sync take several"

const is = (ticker: string) => `is ${ticker} meant?`

/** Returns the place of another market's ticker. `own` is the market's prefix. */
const elsewhere = (text: string, own: string): string | undefined => {
  const prefix = text.slice(0, 2).toUpperCase()
  return prefix === own ? undefined : places[prefix]
}

/** Returns what may be meant by a text in lower case. */
const capital = (text: string): string | undefined =>
  /[a-z]/.test(text) ? `tickers are case-sensitive; ${is(text.toUpperCase())}` : undefined

/** Returns what may be meant by a class of shares in another form: `BRK-B` or `BRK/B` for `BRK.B`. */
const shareClass = (text: string): string | undefined =>
  /^[A-Z]{1,5}[-/_ ][A-Z]{1,2}$/i.test(text) ? is(text.replace(/[-/_ ]/, ".").toUpperCase()) : undefined

/** Reads a text in place of a stock's ticker. */
export const stock = (text: string): string | undefined =>
  text.includes(",") ? list : (elsewhere(text, "") ?? shareClass(text) ?? capital(text))

/** Reads a text in place of a ticker of any market. */
export const any = (text: string): string | undefined =>
  text.includes(",") ? list : (shareClass(text) ?? capital(text))

/** Reads a text in place of a pair's ticker, whose market has the prefix. */
export const pair =
  (prefix: string) =>
  (text: string): string | undefined => {
    if (text.includes(",")) return list
    const other = elsewhere(text, prefix)
    if (other !== undefined) return other
    const name = text
      .toUpperCase()
      .replace(prefix, "")
      .replaceAll(/[-/_ ]/g, "")
    return /^[A-Z0-9]{5,20}$/.test(name) && text !== prefix + name ? is(prefix + name) : undefined
  }

/** Reads a text in place of an option's ticker: the same without its prefix, or with the blanks of other systems. */
export const option = (text: string): string | undefined => {
  if (text.includes(",")) return list
  const name = text.toUpperCase().replace("O:", "").replaceAll(" ", "")
  if (/^[A-Z0-9.]{1,8}\d{6}[CP]\d{8}$/.test(name)) return text === `O:${name}` ? undefined : is(`O:${name}`)
  return elsewhere(text, "O:")
}

/** Reads a text in place of an index's ticker. */
export const index = (text: string): string | undefined => {
  if (text.includes(",")) return list
  const name = text.toUpperCase().replace(/^\^|^I:/, "")
  return elsewhere(text, "I:") ?? (/^[A-Z0-9.]{1,10}$/.test(name) && text !== `I:${name}` ? is(`I:${name}`) : undefined)
}

/** Reads a text in place of a futures contract's ticker. */
export const contract = (text: string): string | undefined => {
  if (text.includes(",")) return list
  // Every contract's ticker ends in the digits of its year.
  return /^[A-Z0-9]{0,4}[A-Z]$/.test(text)
    ? `a contract is its product, month and year, such as ${text}U5; futures.contracts lists those of a product`
    : capital(text)
}
