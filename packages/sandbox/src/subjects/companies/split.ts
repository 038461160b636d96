/** A split: `to` shares for `from` shares, from the date on. */
export interface CompanySplit {
  /** Day on which the company announced it: lists show it from then on. */
  readonly announced: string
  readonly date: string
  readonly from: number
  readonly to: number
}
