/** Hostile documents, from a service in one process to a client in another. */
import { Effect, Utils } from "effect"
import type { Figure, Scale } from "../Figure.js"
import { documents } from "../hostile/Documents.js"
import * as ServerProcess from "../hostile/ServerProcess.js"
import { type Right, rightOf, subjects } from "../hostile/Subjects.js"
import { describe, type Trial } from "../hostile/Trial.js"
import * as TrialProcess from "../hostile/TrialProcess.js"

/** The largest resident memory that is allowed, in MB. */
const MOST_MEMORY = 512
/** The default timeout of an attempt, in milliseconds. */
const TIMEOUT = 30_000
/** An error quotes an excerpt, never a document. */
const LONGEST_MESSAGE = 4_000

/** A trial, the name of its document, and what is right. */
interface Case {
  readonly trial: Trial
  readonly document: string
  readonly right: () => Right
}

const clients = ["fetch", "node"] as const

/** Each document, by every call of its subject in the long run, and by one that the seed draws in the others. */
const casesOf = (scale: Scale): ReadonlyArray<Case> => {
  const random = new Utils.PCGRandom(scale.seed)
  return Object.entries(subjects).flatMap(([name, subject]) =>
    documents(scale, subject.honest).flatMap(({ name: document, text }, index) => {
      const all = subject.calls.flatMap((call) =>
        clients.flatMap((client) =>
          [true, false].map((codeGeneration): Trial => ({ path: `/${name}/${index}`, call, client, codeGeneration })),
        ),
      )
      const drawn = all[random.integer(all.length)]!
      const trials = scale.name === "long" && !document.includes("damaged") ? all : [drawn]
      return trials.map((trial) => ({ trial, document, right: () => rightOf(subject, text()) }))
    }),
  )
}

/** In which ways an observation is not what was promised. */
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

/** The figure. */
export const hostileDocuments: Figure = {
  name: "hostile-documents",
  what: "hostile documents: mutated, cut, nested 100,000 deep, 50 MB strings and keys, a million keys, repeated keys, __proto__ keys",
  bound: `0 crashes, 0 hangs, 0 polluted prototypes, each a typed error or the right value, within the timeout, under ${MOST_MEMORY} MB resident`,
  run: (scale, say) =>
    Effect.gen(function* () {
      const cases = casesOf(scale)
      yield* say(`${cases.length} documents`)
      const baseUrl = yield* ServerProcess.start("documentServer", scale)
      const { ended, observed } = yield* TrialProcess.run(
        baseUrl,
        cases.map(({ trial }) => trial),
      )
      const violations = cases
        .slice(0, observed.length)
        .flatMap(({ document, right, trial }, i) =>
          faultsOf(observed[i]!, right()).map((fault) => `${document} (${describe(trial)}): ${fault}`),
        )
      if (ended !== undefined) {
        const { document, trial } = cases[observed.length]!
        violations.push(`${document} (${describe(trial)}): the client's process ended: ${ended}`)
      }
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
