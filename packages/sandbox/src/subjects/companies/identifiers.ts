import * as random from "../../numbers/random.js"

/** Characters of the codes: digits, then letters; a character's value is its position. */
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

/**
 * Check digit of a CUSIP or a FIGI: every second character counts twice, the digits of all products
 * are added, and the check digit makes the sum a multiple of ten.
 */
export const checkDigit = (code: string): number => {
  const products = [...code].map((character, index) => alphabet.indexOf(character) * (index % 2 === 0 ? 1 : 2))
  const sum = products.reduce((total, product) => total + Math.floor(product / 10) + (product % 10), 0)
  return (10 - (sum % 10)) % 10
}

const withCheckDigit = (code: string) => `${code}${checkDigit(code)}`

/** Characters derived from a text alone, so that an identifier is the same in every data set. */
const characters = (text: string, length: number, choice: string) => {
  const { uniform } = random.make(0, text, 0)
  return Array.from({ length }, () => choice[Math.floor(uniform() * choice.length)]).join("")
}

/** Number of a company at the securities regulator, higher than those in use: synthetic. */
export const cik = (company: string): string => `0009${characters(`cik ${company}`, 6, alphabet.slice(0, 10))}`

/**
 * CUSIP of a company's security, the first one (1) or a further one. Synthetic: issuers that begin
 * with 99 are reserved for private use.
 */
export const cusip = (company: string, issue: number): string => {
  const letters = alphabet.replace(/[IO]/g, "")
  return withCheckDigit(`99${characters(`cusip ${company}`, 4, letters)}${issue}0`)
}

/** FIGI, which has no vowels. Synthetic: those in use do not begin with BBG9. */
export const figi = (security: string): string =>
  withCheckDigit(`BBG9${characters(`figi ${security}`, 7, alphabet.replace(/[AEIOU]/g, ""))}`)
