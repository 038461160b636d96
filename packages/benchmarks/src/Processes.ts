/** Runs contenders in fresh processes, one after the other, round by round. */
import { Array as Arr, Context, Effect, type Scope } from "effect"
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { BenchmarkError, type Series } from "./Benchmark.js"
import type { Measured } from "./Contender.js"
import type { Asking, Heard } from "./main/asker.js"
import type { DailyOptions } from "./DailyServer.js"
import type { Description, PageOptions } from "./PageServer.js"
import * as Stopwatch from "./Stopwatch.js"

/** One that takes part in a case. */
export interface Participant {
  /** Its name in the table. */
  readonly contender: string
  /** One run, in a process of its own. */
  readonly measure: Effect.Effect<Measured, BenchmarkError>
  /** Contenders with the same value must agree on their checksum; default `rows`. */
  readonly reads?: string
  /** The number of rounds in which it takes part, the first ones; default all. */
  readonly rounds?: number
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Timeout of a contender; none takes nearly as long. */
const PATIENCE = "3 minutes"

/**
 * Runs a program of Node in this package's folder to its end, with more variables, and returns its
 * output. Interruption kills it.
 */
export const node = (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
): Effect.Effect<string, BenchmarkError> =>
  Effect.async<string, BenchmarkError>((resume) => {
    const child = spawn(process.execPath, args, {
      cwd: here(".."),
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    })
    const printed: Array<Buffer> = []
    const complaints: Array<Buffer> = []
    child.stdout.on("data", (chunk: Buffer) => printed.push(chunk))
    child.stderr.on("data", (chunk: Buffer) => complaints.push(chunk))
    child.once("error", (error) => resume(new BenchmarkError({ message: `${args.join(" ")}: ${error.message}` })))
    child.once("close", (code, signal) => {
      resume(
        code === 0
          ? Effect.succeed(Buffer.concat(printed).toString())
          : new BenchmarkError({
              message: `${args.join(" ")} ended with ${signal ?? code}:\n${Buffer.concat(complaints).toString().slice(-4_000)}`,
            }),
      )
    })
    return Effect.sync(() => child.kill("SIGKILL"))
  }).pipe(
    Effect.timeoutFail({
      duration: PATIENCE,
      onTimeout: () => new BenchmarkError({ message: `${args.join(" ")} did not end within ${PATIENCE}` }),
    }),
  )

/** The same for a program that prints what it measured as JSON. */
export const measured = <A = Measured>(args: ReadonlyArray<string>): Effect.Effect<A, BenchmarkError> =>
  Effect.map(node(args), (line) => JSON.parse(line) as A)

/**
 * Runs a contender in a process of its own: `decode/candela.rows` is the export `rows` of
 * `contenders/decode/candela.ts`.
 */
export const contender = (name: string, input: unknown): Effect.Effect<Measured, BenchmarkError> =>
  measured([here("./main/contender.js"), name, JSON.stringify(input)])

/** Asks the server on a port from a child process. */
export const ask = (port: number, asking: Asking): Effect.Effect<Heard, BenchmarkError> =>
  measured([here("./main/asker.js"), String(port), JSON.stringify(asking)])

/** A server that runs until the scope ends: the URL where it listens. */
export const serving = (
  file: string,
  args: ReadonlyArray<string>,
): Effect.Effect<string, BenchmarkError, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn(process.execPath, [file, ...args], { stdio: ["ignore", "pipe", "ignore"] })
      return { child, ended: new Promise<number | null>((resolve) => child.once("close", resolve)) }
    }),
    ({ child, ended }) => Effect.promise(() => (child.kill("SIGTERM"), ended)),
  ).pipe(
    Effect.flatMap(({ child, ended }) =>
      Effect.async<string, BenchmarkError>((resume) => {
        let said = ""
        child.stdout.on("data", (chunk: Buffer) => {
          said += chunk.toString()
          const [, url] = /Listening on (\S+)/.exec(said) ?? []
          if (url !== undefined) resume(Effect.succeed(url))
        })
        void ended.then((code) => resume(new BenchmarkError({ message: `${file} ended with ${code}: ${said}` })))
      }),
    ),
  )

/** The time from the start of a server until it prints where it listens. The server is then stopped. */
export const start = (file: string, args: ReadonlyArray<string>): Effect.Effect<Measured, BenchmarkError> =>
  Effect.scoped(
    Effect.suspend(() => {
      const begin = Stopwatch.now()
      return Effect.map(serving(file, args), () => {
        const milliseconds = Stopwatch.now() - begin
        return { milliseconds, rows: 0, checksum: "", peakRss: 0 }
      })
    }),
  )

/**
 * Starts the page server in a child process, which ends with the scope. `module` is the file to
 * run: that of another server, or for callers that bundle it themselves.
 */
export const pageServer = (
  options: PageOptions | DailyOptions,
  module: string = here("./main/pageServer.js"),
): Effect.Effect<Description, BenchmarkError, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [module, JSON.stringify(options)], { stdio: ["pipe", "pipe", "inherit"] }),
    ),
    (child) =>
      Effect.async<void>((resume) => {
        if (child.exitCode !== null || child.signalCode !== null) {
          return resume(Effect.void)
        }
        child.once("exit", () => resume(Effect.void))
        child.stdin.end()
      }),
  ).pipe(
    Effect.flatMap((child) =>
      Effect.async<Description, BenchmarkError>((resume) => {
        child.stdout.once("data", (line: Buffer) => resume(Effect.succeed(JSON.parse(line.toString()) as Description)))
        child.once("exit", (code) => resume(new BenchmarkError({ message: `the page server ended with ${code}` })))
      }),
    ),
  )

/** The rounds of a case. */
export interface Turns {
  readonly rounds: number
  readonly entries: ReadonlyArray<Participant>
  /** The contender that the others are compared with: each of them runs right before or after a run of it. */
  readonly base?: string
  /** Known checksums, by `reads`. */
  readonly expected?: Readonly<Record<string, string>>
}

/** The measurements of a contender: one per round, of the base one per pair of others. */
export interface Results {
  readonly contender: string
  readonly measured: ReadonlyArray<Measured>
  /** Those of the base beside them, one per round. */
  readonly beside?: { readonly base: string; readonly measured: ReadonlyArray<Measured> }
}

/** Participants that run one after the other, the base in their middle or at an end. */
type Group = ReadonlyArray<Participant>

/** Returns the groups of a round. The order of the participants, and of each group, turns from round to round. */
const groupsOf = ({ base, entries }: Turns, round: number): ReadonlyArray<Group> => {
  const turned = (all: ReadonlyArray<Participant>) => all.map((_, turn) => all[(turn + round) % all.length]!)
  const reference = entries.find(({ contender }) => contender === base)
  if (reference === undefined) return [turned(entries)]
  const others = turned(entries.filter((entry) => entry !== reference))
  return Arr.chunksOf(others, 2).map(([first, ...second]) => {
    const group = [first, reference, ...second]
    return round % 2 === 0 ? group : group.reverse()
  })
}

/** Upper bound of the rounds of every case, for a run that only tries whether all of them end. */
export class MostRounds extends Context.Reference<MostRounds>()("@candela/benchmarks/MostRounds", {
  defaultValue: () => Number.POSITIVE_INFINITY,
}) {}

/**
 * Runs every contender in each round, in a rotating order. Fails if contenders with the same
 * `reads` disagree with each other or with `expected`.
 */
export const results = (options: Turns): Effect.Effect<ReadonlyArray<Results>, BenchmarkError> =>
  Effect.gen(function* () {
    const { base, entries } = options
    const checksums = new Map(
      Object.entries(options.expected ?? {}).map(([reads, checksum]) => [reads, { checksum, by: "the server" }]),
    )
    const none = () => new Map(entries.map(({ contender }) => [contender, [] as Array<Measured>]))
    const all = none()
    const beside = none()
    const rounds = Math.min(options.rounds, yield* MostRounds)
    for (let round = 0; round < rounds; round++) {
      const taking = entries.filter((entry) => round < (entry.rounds ?? rounds))
      for (const group of groupsOf({ ...options, entries: taking }, round)) {
        for (const entry of group) {
          const result = yield* entry.measure.pipe(
            Effect.mapError((error) => new BenchmarkError({ message: `${entry.contender}: ${error.message}` })),
          )
          const reads = entry.reads ?? "rows"
          const known = checksums.get(reads)
          if (known === undefined) {
            checksums.set(reads, { checksum: result.checksum, by: entry.contender })
          } else if (known.checksum !== result.checksum) {
            return yield* new BenchmarkError({
              message: `${entry.contender} read "${result.checksum}", but ${known.by} says "${known.checksum}"`,
            })
          }
          all.get(entry.contender)!.push(result)
        }
        const reference = base === undefined ? undefined : all.get(base)?.at(-1)
        if (reference !== undefined) for (const { contender } of group) beside.get(contender)!.push(reference)
      }
    }
    return entries.map(({ contender }) => ({
      contender,
      measured: all.get(contender)!,
      ...(base === undefined || contender === base ? {} : { beside: { base, measured: beside.get(contender)! } }),
    }))
  })

/** {@link results} as one series per contender; `amount` selects the compared value, by default the time. */
export const rounds = ({
  amount = ({ milliseconds }) => milliseconds,
  ...turns
}: Turns & { readonly amount?: (measured: Measured) => number }): Effect.Effect<
  ReadonlyArray<Series>,
  BenchmarkError
> =>
  Effect.map(results(turns), (all) =>
    all.map(({ beside, contender, measured }): Series => {
      const cold = measured.flatMap((result) => result.cold ?? [])
      const note = measured[0]?.note
      return {
        contender,
        amounts: measured.map(amount),
        ...(beside === undefined ? {} : { beside: { base: beside.base, amounts: beside.measured.map(amount) } }),
        ...(cold.length === 0 ? {} : { cold }),
        ...(note === undefined ? {} : { note }),
      }
    }),
  )
