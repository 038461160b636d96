/**
 * The soak of the client: `soak [--minutes 20] [--rounds N] [--seed N]`. Each round has a seed of its own, and a violation prints it: `--seed` with `--rounds 1`
 * draws the same round again, though not the same times.
 */
import { Effect, FiberId, Schedule } from "effect"
import { parseArgs } from "node:util"
import * as Memory from "./memory.js"
import * as Round from "./round.js"

const bounds: Round.Bounds = { atOnce: 1000, consumers: 60_000 }

const count = (value: number) => value.toLocaleString("en-US")

const describe = ({ faults, interruptions, requests, rounds, rows }: Round.Totals) =>
  `${count(rounds)} rounds, ${count(requests)} requests, ${count(faults)} faults, ${count(interruptions)} interruptions, ${count(rows)} rows`

/** Runs rounds until the time or their number is used up, or Ctrl-C, and gives the exit code. */
export const main = async (args: ReadonlyArray<string>): Promise<number> => {
  const { values } = parseArgs({
    args: [...args],
    options: { minutes: { type: "string" }, rounds: { type: "string" }, seed: { type: "string" } },
  })
  const minutes = Number(values.minutes ?? 20)
  const rounds = Number(values.rounds ?? Number.POSITIVE_INFINITY)
  const seed = Number(values.seed ?? Date.now() % 1_000_000_000)
  if (!(minutes > 0) || !(rounds >= 1) || !Number.isInteger(seed)) {
    console.error("soak: --minutes takes a number above 0, --rounds and --seed take whole numbers")
    return 2
  }
  const begun = performance.now()
  const elapsed = () => (performance.now() - begun) / 60_000
  const memory = new Memory.Growth()
  let totals = Round.nothing

  const round = Effect.flatMap(
    Effect.suspend(() => Round.run(seed + totals.rounds, bounds)),
    (outcome) =>
      Effect.sync(() => {
        totals = Round.add(totals, outcome)
        for (const violation of outcome.violations) console.error(`soak: ${violation}`)
        memory.sample(totals.rounds, elapsed() / minutes)
      }),
  )
  const progress = Effect.sync(() =>
    console.log(
      `soak: ${elapsed().toFixed(1)} minutes: ${describe(totals)}, ${totals.violations.length} violations, ${memory.now()} MB`,
    ),
  )
  console.log(`soak: ${minutes} minutes from seed ${seed}`)
  const fiber = Effect.runFork(
    Effect.raceFirst(
      Effect.repeat(round, { while: () => elapsed() < minutes && totals.rounds < rounds }),
      Effect.repeat(Effect.delay(progress, "10 seconds"), Schedule.forever),
    ),
  )
  process.once("SIGINT", () => fiber.unsafeInterruptAsFork(FiberId.none))
  const exit = await new Promise<{ readonly _tag: string }>((resolve) => fiber.addObserver(resolve))

  const { growth } = memory
  const grown = growth !== undefined && growth > Memory.most
  if (growth !== undefined) console.log(`soak: used memory grew by ${growth} MB (allowed: ${Memory.most} MB)`)
  const { lost, outOfOrder, repeated, violations } = totals
  const found = violations.length + (grown ? 1 : 0)
  console.log(
    `soak: ${elapsed().toFixed(1)} minutes: ${describe(totals)}: ${lost} lost, ${repeated} repeated, ${outOfOrder} out of order, ${found} violations`,
  )
  if (found > 0) return 1
  return exit._tag === "Success" ? 0 : 130
}

process.exitCode = await main(process.argv.slice(2))
