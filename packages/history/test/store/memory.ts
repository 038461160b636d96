import * as PlatformError from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import { Effect, Option } from "effect"
import { posix } from "node:path"

interface Content {
  bytes: Uint8Array
  /** Whether it would survive a loss of power. */
  flushed: boolean
  /** When it was created, in epoch milliseconds. */
  readonly at?: number
}

const bootFile = "/proc/sys/kernel/random/boot_id"

const refuse = (reason: "NotFound" | "AlreadyExists" | "Unknown", method: string, path: string) =>
  new PlatformError.SystemError({ module: "FileSystem", reason, method, pathOrDescriptor: path })

/**
 * A machine with a file system in memory. It can lose power at its nth change of a file: from then on every
 * operation fails, and what was not flushed is empty when it starts again, with another boot's identity.
 */
export class Machine {
  readonly files = new Map<string, Content>()
  readonly folders = new Set<string>(["/"])
  changes = 0
  /** The change at which the power fails; 0 for never. */
  failAt = 0
  /**
   * Whether the change at which it fails is half done: half the bytes of a write are there, and other changes are made.
   */
  halfDone = false
  /** Whether only that one operation fails, as on a full disk, and the process lives on. */
  once = false
  boots = 0
  /** The time of new files, in epoch milliseconds. */
  now = () => 0

  constructor() {
    this.start()
  }

  /** Starts the machine again: nothing that was not flushed is left, and no process lives. */
  start(): void {
    this.failAt = 0
    this.changes = 0
    for (const content of this.files.values()) if (!content.flushed) content.bytes = new Uint8Array()
    this.files.set(bootFile, { bytes: new TextEncoder().encode(`boot ${++this.boots}`), flushed: true })
  }

  /** Another machine with the same files. */
  copy(): Machine {
    const copy = new Machine()
    for (const [name, { bytes, flushed }] of this.files) copy.files.set(name, { bytes, flushed })
    for (const folder of this.folders) copy.folders.add(folder)
    copy.boots = this.boots
    return copy
  }

  /** All files of a folder, without locks, by their paths. */
  contents(root: string): ReadonlyMap<string, string> {
    const names = [...this.files.keys()].filter((name) => name.startsWith(`${root}/`) && !/\/_?lock\.\d+$/.test(name))
    return new Map(
      names.sort().map((name) => [name.slice(root.length + 1), new TextDecoder().decode(this.files.get(name)!.bytes)]),
    )
  }

  private get isOff(): boolean {
    return this.failAt > 0 && this.changes >= this.failAt && !this.once
  }

  private readonly read = <A>(method: string, path: string, get: () => A | PlatformError.SystemError) =>
    Effect.suspend(() => {
      const value = this.isOff ? refuse("Unknown", method, path) : get()
      return value instanceof PlatformError.SystemError ? Effect.fail(value) : Effect.succeed(value as A)
    })

  private readonly change = <A>(method: string, path: string, make: (half: boolean) => A | PlatformError.SystemError) =>
    Effect.suspend(() => {
      if (this.isOff) return Effect.fail(refuse("Unknown", method, path))
      const fails = ++this.changes === this.failAt
      if (fails && !this.halfDone) return Effect.fail(refuse("Unknown", method, path))
      const value = make(fails)
      if (fails) return Effect.fail(refuse("Unknown", method, path))
      return value instanceof PlatformError.SystemError ? Effect.fail(value) : Effect.succeed(value as A)
    })

  private readonly file = (method: string, path: string) => this.files.get(path) ?? refuse("NotFound", method, path)

  readonly fileSystem: FileSystem.FileSystem = FileSystem.makeNoop({
    makeDirectory: (path) =>
      this.change("makeDirectory", path, () => {
        for (let folder = path; folder !== "/"; folder = posix.dirname(folder)) this.folders.add(folder)
      }),
    readDirectory: (path, options) =>
      this.read("readDirectory", path, () => {
        if (!this.folders.has(path)) return refuse("NotFound", "readDirectory", path)
        const below = [...this.files.keys(), ...this.folders].filter((name) => name.startsWith(`${path}/`))
        const names = below.map((name) => name.slice(path.length + 1))
        return options?.recursive === true ? names : names.filter((name) => !name.includes("/"))
      }),
    readFile: (path) =>
      this.read("readFile", path, () => {
        const file = this.file("readFile", path)
        return "bytes" in file ? file.bytes : file
      }),
    readFileString: (path) =>
      this.read("readFileString", path, () => {
        const file = this.file("readFileString", path)
        return "bytes" in file ? new TextDecoder().decode(file.bytes) : file
      }),
    stat: (path) =>
      this.read("stat", path, () => {
        const file = this.file("stat", path)
        return "bytes" in file
          ? ({
              type: "File",
              size: FileSystem.Size(file.bytes.length),
              mtime: Option.some(new Date(file.at ?? 0)),
            } as FileSystem.File.Info)
          : file
      }),
    writeFileString: (path, text) =>
      this.change("writeFileString", path, (half) => {
        if (this.files.has(path)) return refuse("AlreadyExists", "writeFileString", path)
        const bytes = new TextEncoder().encode(text)
        this.files.set(path, { bytes: half ? bytes.subarray(0, bytes.length >> 1) : bytes, flushed: false })
        return undefined
      }),
    truncate: (path) =>
      this.change("truncate", path, () => {
        const file = this.file("truncate", path)
        if (!("bytes" in file)) return file
        file.bytes = new Uint8Array()
        return undefined
      }),
    link: (from, to) =>
      this.change("link", from, () => {
        const file = this.file("link", from)
        if (!("bytes" in file)) return file
        if (this.files.has(to)) return refuse("AlreadyExists", "link", to)
        this.files.set(to, file)
        return undefined
      }),
    rename: (from, to) =>
      this.change("rename", from, () => {
        const file = this.file("rename", from)
        if (!("bytes" in file)) return file
        this.files.delete(from)
        this.files.set(to, file)
        return undefined
      }),
    remove: (path) =>
      this.change("remove", path, () => {
        this.files.delete(path)
        for (const name of [...this.files.keys()]) if (name.startsWith(`${path}/`)) this.files.delete(name)
        this.folders.delete(path)
      }),
    open: (path, options) => {
      if (options?.flag !== "wx") {
        return this.read("open", path, () => ({ sync: Effect.void }) as unknown as FileSystem.File)
      }
      return Effect.map(
        this.change("open", path, () => {
          if (this.files.has(path)) return refuse("AlreadyExists", "open", path)
          const file: Content = { bytes: new Uint8Array(), flushed: false, at: this.now() }
          this.files.set(path, file)
          return file
        }),
        (file) =>
          ({
            writeAll: (bytes: Uint8Array) =>
              this.change("writeAll", path, (half) => {
                file.bytes = bytes.slice(0, half ? bytes.length >> 1 : bytes.length)
              }),
            sync: this.change("sync", path, () => {
              file.flushed = true
            }),
          }) as unknown as FileSystem.File,
      )
    },
  })

  /** Whether a file is there. */
  has(path: string): boolean {
    return this.files.has(path)
  }
}
