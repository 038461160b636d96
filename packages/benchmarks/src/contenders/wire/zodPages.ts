/** Pages of each kind as zod schemas, with the service's own keys. */
import { z } from "zod"

const envelope = { status: z.string(), request_id: z.string(), next_url: z.string().optional() }

export const zodPages = {
  bars: z.object({
    ...envelope,
    ticker: z.string(),
    adjusted: z.boolean(),
    queryCount: z.number(),
    resultsCount: z.number(),
    results: z
      .array(
        z.object({
          v: z.number(),
          vw: z.number().optional(),
          o: z.number(),
          c: z.number(),
          h: z.number(),
          l: z.number(),
          t: z.number(),
          n: z.number().optional(),
        }),
      )
      .optional(),
  }),
  quotes: z.object({
    ...envelope,
    results: z.array(
      z.object({
        ask_exchange: z.number().optional(),
        ask_price: z.number().optional(),
        bid_exchange: z.number().optional(),
        bid_price: z.number().optional(),
        participant_timestamp: z.number(),
      }),
    ),
  }),
  dividends: z.object({
    ...envelope,
    results: z.array(
      z.object({
        cash_amount: z.number().optional(),
        currency: z.string().optional(),
        declaration_date: z.string().optional(),
        distribution_type: z.string(),
        ex_dividend_date: z.string().optional(),
        frequency: z.number().optional(),
        pay_date: z.string().optional(),
        record_date: z.string().optional(),
        ticker: z.string().optional(),
      }),
    ),
  }),
}
