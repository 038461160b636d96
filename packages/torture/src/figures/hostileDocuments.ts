/** Hostile documents from a service to a client, each in its own process. */
import { Array as Arr, Effect, Utils } from "effect"
import { fileURLToPath } from "node:url"
import type { Figure, Scale } from "../Figure.js"
import { documents } from "../hostile/Documents.js"
import { type Right, rightOf, subjects } from "../hostile/Subjects.js"
import { describe } from "../hostile/Trial.js"
import * as NodeProcess from "../NodeProcess.js"
import * as TrialProcess from "../hostile/TrialProcess.js"

/** The largest resident memory that is allowed, in MB. */
const MOST_MEMORY = 512
/** The default timeout of an attempt, in milliseconds. */
const TIMEOUT = 30_000
/** Maximum length of an error's message: it quotes an excerpt, never a document. */
const LONGEST_MESSAGE = 4_000

const serve = fileURLToPath(new URL("../hostile/serveDocuments.js", import.meta.url))

/** Clients' processes. The long run has tens of thousands of documents. */
const processes: Readonly<Record<Scale["name"], number>> = { test: 1, short: 1, long: 2 }

const clients = ["fetch", "node"] as const

/** The violations of an observation. */
export const faultsOf = (
  { came, memory, message, milliseconds, polluted }: TrialProcess.Observed,
  right: Right,
): ReadonlyArray<string> => {
  const faults: Array<string> = []
  if ("untyped" in came) faults.push(`an untyped error: ${came.untyped}`)
  if ("error" in came && !right.orError) faults.push(`refused with ${came.error}, but it is right`)
  if ("rows" in came && came.rows !== right.rows) faults.push("rows that are not those of the document")
  if (polluted) faults.push("a prototype is polluted")
  if (milliseconds > TIMEOUT) faults.push(`it took ${milliseconds} ms`)
  if (memory > MOST_MEMORY * 1e6) faults.push(`${Math.round(memory / 1e6)} MB of memory`)
  if (message > LONGEST_MESSAGE) faults.push(`a message of ${message} characters`)
  return faults
}

/**
 * Each document of each subject, by every call in the long run. In the others each document is tried
 * on one subject, by one call. By which client and whether with generated code is drawn from the seed.
 */
const casesOf = (scale: Scale): ReadonlyArray<TrialProcess.Case> => {
  const random = new Utils.PCGRandom(scale.seed)
  const pick = <A>(all: ReadonlyArray<A>): A => all[random.integer(all.length)]!
  return Object.entries(subjects).flatMap(([name, subject], turn, { length }) =>
    documents(scale, subject.honest).flatMap(({ name: document, text }, index): ReadonlyArray<TrialProcess.Case> => {
      const isLong = scale.name === "long"
      if (!isLong && index % length !== turn) return []
      return (isLong ? subject.calls : [pick(subject.calls)]).map((call) => {
        const client = pick(clients)
        const trial = { path: `/${name}/${index}`, call, client, codeGeneration: pick([true, false]) }
        return {
          trial,
          name: `${document} (${describe(trial)})`,
          faults: (observed) => faultsOf(observed, rightOf(subject, text())),
        }
      })
    }),
  )
}

/** The figure. */
export const hostileDocuments: Figure = {
  name: "hostile-documents",
  what: "hostile documents: mutated, cut, nested 100,000 deep, 50 MB strings and keys, a million keys, repeated keys, __proto__ keys",
  bound: `0 crashes, 0 hangs, 0 polluted prototypes, each a typed error or the right value, within the timeout, under ${MOST_MEMORY} MB resident`,
  run: (scale, say) =>
    Effect.gen(function* () {
      const cases = casesOf(scale)
      const parts = Arr.chunksOf(cases, Math.ceil(cases.length / processes[scale.name]))
      const server = yield* NodeProcess.start(serve, [JSON.stringify(scale)], /^Listening on (\S+)$/)
      let tried = 0
      const onTrial = Effect.suspend(() =>
        ++tried % 1000 === 0 ? say(`${tried} of ${cases.length} documents`) : Effect.void,
      )
      const outcomes = yield* Effect.forEach(parts, (part) => TrialProcess.run(server.said[1]!, part, onTrial), {
        concurrency: "unbounded",
      })
      const observed = outcomes.flatMap(({ observed }) => observed)
      const violations = outcomes.flatMap(({ violations }) => violations)
      const refused = observed.filter(({ came }) => !("rows" in came)).length
      const most = (of: (one: TrialProcess.Observed) => number) => Math.max(...observed.map(of))
      return {
        measured:
          `${observed.length} documents: ${refused} refused, ${observed.length - refused} read; the slowest ${most(({ milliseconds }) => milliseconds)} ms, ` +
          `resident memory at most ${Math.round(most(({ memory }) => memory) / 1e6)} MB`,
        violations,
      }
    }),
}
