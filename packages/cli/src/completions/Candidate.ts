/**
 * Candidates of a completion.
 *
 * @module
 */

/** Candidate of a completion. */
export interface Candidate {
  /** Word, as it would be written. */
  readonly word: string
  /** Short description; may be empty. */
  readonly text: string
}

/** Source of the words. */
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
