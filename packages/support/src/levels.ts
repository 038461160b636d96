import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Param from "@candela/core/declare/Param"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { Effect, Schema } from "effect"

/** The level of a river at an instant: a row of numbers alone, as the decoder scans them. */
export const Level = Field.struct({
  at: Field.required(Schema.Number, "t"),
  level: Field.required(Schema.Number, "l"),
  flow: Field.optional(Schema.Number, "f"),
})

/** The level at a whole number. */
export const levelAt = (at: number): typeof Level.Type => ({
  at,
  level: at / 4,
  ...(at % 7 === 3 ? {} : { flow: 5 - at }),
})

/** The levels of a range. */
export const levelsOf = (from: number, to: number): ReadonlyArray<typeof Level.Type> =>
  Array.from({ length: to - from + 1 }, (_, index) => levelAt(from + index))

/** Where the parts of a range of whole numbers begin. */
export const startsOf = (cuts: Endpoint.Cuts, from: number, to: number): ReadonlyArray<number> => {
  const starts =
    typeof cuts === "number"
      ? Array.from({ length: cuts }, (_, part) => from + part * Math.ceil((to - from + 1) / cuts))
      : cuts
  return [from, ...starts.filter((start) => start > from && start <= to)]
}

/** Levels of a river, one at each whole number. Each endpoint has a decoder of its own. */
export const makeLevels = () =>
  Endpoint.history({
    name: "test.levels",
    path: "/v1/levels/{from}/{to}",
    params: {
      from: Param.integer({ min: 0 }),
      to: Param.integer({ min: 0 }),
      limit: Param.limit({ default: 1000, max: 50_000 }),
    },
    row: Level,
    timeRange: {
      cut: ({ from, to }, shards) => {
        const starts = startsOf(shards, from, to)
        return starts.map((start, index) => ({ from: start, to: (starts[index + 1] ?? to + 1) - 1 }))
      },
      rows: ({ from, to }) => ({ most: to - from + 1, expected: to - from + 1 }),
      covered: ({ from, to }, _, level) => (level - from + 1) / (to - from + 1),
    },
  })

/** An endpoint of levels that writes down when its decoder is prepared, and then runs `prepare`. */
export const watchedLevels = (log: Array<string>, prepare?: () => void) => {
  const levels = makeLevels()
  const { decoder } = levels
  const watched: typeof decoder = {
    ...decoder,
    prepare: () => {
      log.push("prepare")
      ;(prepare ?? decoder.prepare)()
    },
    withoutCodeGeneration: {
      ...decoder.withoutCodeGeneration,
      prepare: () => {
        log.push("prepare without code generation")
        decoder.withoutCodeGeneration.prepare()
      },
    },
  }
  const endpoint: typeof levels = { ...levels, decoder: watched }
  return Effect.map(Client.make({ levels: endpoint }), (methods) => methods.levels)
}

/** The page that a request asks for, of a service that puts at most `most` levels on a page. */
export const levelsPage = (url: URL, most = Infinity): ScriptedTransport.Behaviour => {
  const [from, to] = url.pathname.split("/").slice(-2).map(Number) as [number, number]
  const last = Math.min(to, from + Math.min(most, Number(url.searchParams.get("limit") ?? 1000)) - 1)
  const results = levelsOf(from, last).map(({ at, flow, level }) => ({ t: at, l: level, f: flow }))
  const next = last < to ? { next_url: `/v1/levels/${last + 1}/${to}${url.search}` } : {}
  return ScriptedTransport.json({ status: "OK", results, ...next })
}
