/**
 * What a completion offers.
 *
 * @module
 */

/** What a completion offers. */
export interface Candidate {
  /** The word, as it would be written. */
  readonly word: string
  /** Some words on it; empty where there are none. */
  readonly text: string
}

/** Where the words come from. */
export type Completion =
  /** These words. */
  | { readonly _tag: "Words"; readonly candidates: ReadonlyArray<Candidate> }
  /** Names of files or folders, which the shell knows. */
  | {
      readonly _tag: "Files"
      readonly only: "files" | "directories"
      readonly prefix: string
      readonly written: string
    }
  /** Tickers of the market that begin with what is written, after a prefix such as `--tickers=AAPL,`. */
  | { readonly _tag: "Tickers"; readonly prefix: string; readonly written: string }
