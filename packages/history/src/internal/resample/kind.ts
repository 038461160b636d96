/** Kind of the bars that an operator takes together: adjusted for splits, or not. */
import * as Adjusted from "@candela/core/internal/Adjusted"
import { UnfitBars } from "../../UnfitBars.js"

/** Follows the kinds of a stream's chunks. */
export class Kind {
  /** What is known of the bars so far. */
  adjusted: boolean | undefined
  /** Last kind that was known: prices of the other kind do not fit to it. */
  private known: boolean | undefined
  private isFirst = true

  constructor(private readonly operator: string) {}

  /** Adds a chunk by its first bar; returns an error if bars before it are of the other kind. */
  add(
    adjusted: boolean | undefined,
    first: { readonly timestamp: number; readonly ticker: string | undefined } | undefined,
  ): UnfitBars | undefined {
    if (first === undefined) return undefined
    const { ticker, timestamp } = first
    // protects: Adjusted bars are not combined with others.
    // mutant: "are not combined with others": never
    if (adjusted !== undefined && this.known === !adjusted) {
      const { operator } = this
      return new UnfitBars({ reason: "Mixed", operator, timestamp, ...(ticker === undefined ? {} : { ticker }) })
    }
    this.known = adjusted ?? this.known
    this.adjusted = this.isFirst ? adjusted : Adjusted.some([this.adjusted, adjusted])
    this.isFirst = false
    return undefined
  }
}
