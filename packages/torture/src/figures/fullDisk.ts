/** Syncs of a store on a disk that fills up. */
import * as Command from "@effect/platform/Command"
import type { CommandExecutor } from "@effect/platform/CommandExecutor"
import type { PlatformError } from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import { Effect, Random, type Scope } from "effect"
import type { Figure, Scale } from "../Figure.js"
import * as Histories from "../store/Histories.js"
import * as Service from "../store/Service.js"
import { main } from "./storeKills.js"

const trials: Readonly<Record<Scale["name"], number>> = { test: 2, short: 3, long: 60 }

/** Place that file systems give files in, bytes. */
const block = 4096

/** A disk with little room. */
interface Disk {
  /** Limited resource. */
  readonly kind: "disk" | "files"
  readonly folder: string
  /** Starts a program of Node there. */
  readonly program: ReadonlyArray<string>
  /** Gives it room. */
  readonly free: Effect.Effect<unknown, PlatformError, CommandExecutor>
}

const mount = (folder: string, options: string) =>
  Effect.map(
    Command.exitCode(Command.make("mount", "-t", "tmpfs", "-o", options, "candela-torture", folder)),
    (code) => code === 0,
  )

/**
 * A file system in memory of so many blocks, until the scope ends; where this process may not mount
 * one, files of so many bytes at most.
 */
const disk = (folder: string, blocks: number): Effect.Effect<Disk, PlatformError, CommandExecutor | Scope.Scope> => {
  const limited: Disk = {
    kind: "files",
    folder,
    // Blocks of `ulimit` have 512 bytes, or 1024: less than the largest file, and sometimes than any.
    program: ["sh", "-c", 'ulimit -f "$0"; exec "$@"', String(1 + (blocks % 8)), process.execPath],
    free: Effect.void,
  }
  return Effect.acquireRelease(
    Effect.orElseSucceed(mount(folder, `size=${blocks * block}`), () => false),
    (mounted) => (mounted ? Effect.ignore(Command.exitCode(Command.make("umount", folder))) : Effect.void),
  ).pipe(
    Effect.map((mounted) =>
      mounted
        ? { kind: "disk", folder, program: [process.execPath], free: mount(folder, "remount,size=64m") }
        : limited,
    ),
  )
}

export const fullDisk: Figure = {
  name: "full-disk",
  what: "syncs of a store on a disk that fills up at a random point",
  bound:
    "a typed error, or all; no file half written, no wrong bar; the next sync with room ends with the bytes of an undisturbed one",
  run: ({ name, seed }, say) =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const service = yield* Service.serve
      const { apiKey, url } = service
      const random = Random.make(`${seed} full-disk`)
      const calm = yield* files.makeTempDirectoryScoped()
      yield* Histories.sync({ apiKey, url, folder: calm })
      const expected = yield* Histories.contents(calm)
      const blocks = [...expected.values()].reduce((sum, hex) => sum + Math.ceil(hex.length / 2 / block), 0)
      const violations: Array<string> = []
      let [refused, limited] = [0, "disk"]

      const trial = (number: number) =>
        Effect.gen(function* () {
          const what = `seed ${seed}, trial ${number}`
          const room = yield* random.nextIntBetween(1, blocks)
          const { folder, free, kind, program } = yield* disk(yield* files.makeTempDirectoryScoped(), room)
          limited = kind
          const settings = { apiKey, url, folder }
          const [command, ...args] = program
          const output = yield* Command.lines(Command.make(command!, ...args, main, JSON.stringify(settings)))
          const end = output.at(-1)
          if (end === "Refused: StoreError write") refused += 1
          else if (end !== "Complete") violations.push(`${what}: ${room} blocks: ${end}`)
          const half = (yield* files.readDirectory(folder, { recursive: true })).filter((file) =>
            file.endsWith(".part"),
          )
          if (half.length > 0) violations.push(`${what}: half written: ${half.join(", ")}`)
          yield* free
          const { damages } = yield* Histories.verify(folder)
          if (damages.length > 0) violations.push(`${what}: damaged: ${JSON.stringify(damages)}`)
          const { repeated, wrong } = yield* Histories.compare(folder, service)
          if (repeated + wrong > 0) violations.push(`${what}: repeated ${repeated}, wrong ${wrong}`)
          yield* Histories.sync(settings)
          for (const file of Histories.different(yield* Histories.contents(folder), expected))
            violations.push(`${what}: ${file} is not that of an undisturbed sync`)
          yield* say(`${number + 1} of ${trials[name]} trials`)
        }).pipe(Effect.scoped)

      yield* Effect.forEach(Array(trials[name]).keys(), trial, { discard: true })
      if (refused === 0) violations.push("no disk was full")
      return {
        measured: `${trials[name]} syncs, ${refused} of them refused by a full ${limited === "disk" ? "disk" : "disk (a limit on the size of files)"}: ${violations.length} faults`,
        violations,
      }
    }),
}
