// Protections of files: whole or not there, exact, and refused where they are damaged.
const files = (file) => `packages/files/src/internal/${file}.ts`
const tests = (file) => `packages/files/test/${file}.test.ts`

/** @type {import("./all.mjs").Mutants} */
export const mutants = [
  {
    name: "file-commit-uninterruptible",
    protects: "A file that has all its bytes is put in its place, whatever is interrupted.",
    file: files("wholeFile"),
    find: "      }).pipe(Effect.uninterruptible),\n",
    replace: "      }),\n",
    test: tests("wholeFile"),
    title: "at step 7, sync, it is there or as it was",
  },
  {
    name: "file-temporary-removed",
    protects: "What was written so far is removed when the stream fails.",
    file: files("wholeFile"),
    find: "Effect.suspend(() => (renamed ? Effect.void : Effect.ignore(fs.remove(temporary, { force: true })))),",
    replace: "Effect.void,",
    test: tests("wholeFile"),
    title: "is left as it was by a stream that fails",
  },
  {
    name: "file-close-checked",
    protects: "A file that the system could not close is not put in its place.",
    file: files("wholeFile"),
    find: `        yield* Effect.catchAllDefect(close, (error) =>
          Effect.fail(refused(path, "close")(error as PlatformError.PlatformError)),
        )`,
    replace: "        yield* Effect.exit(close)",
    test: tests("wholeFile"),
    title: "8, close, it is left as it was",
  },
  {
    name: "file-exclusive",
    protects: "A temporary file of another process is not written to.",
    file: files("wholeFile"),
    find: `{ flag: "wx",`,
    replace: `{ flag: "w",`,
    test: tests("wholeFile"),
    title: "does not touch temporary files of others",
  },
  {
    name: "file-devices",
    protects: "A rename does not replace a device or a folder.",
    file: files("wholeFile"),
    find: `existing === undefined || existing.type === "File"`,
    replace: "existing !== null",
    test: tests("wholeFile"),
    title: "does not replace a folder or a device",
  },
  {
    name: "groups-bits-beyond",
    protects: "A bitmap has no bits beyond the rows of its chunk.",
    file: files("bits"),
    find: "  for (; done < count; done++) if (has(from, start + done)) set(to, at + done)",
    replace: "  for (let i = done; i < ((count + 7) >> 3) << 3; i++) if (has(from, start + i)) set(to, at + i)",
    test: tests("rowGroups"),
    title: "no bits beyond their end",
  },
  {
    name: "json-exact",
    protects: "Integers of 64 bits are read digit by digit.",
    file: files("json/read"),
    find: "    ? BigInt(digits)\n",
    replace: "    ? BigInt(Number(digits))\n",
    test: tests("ndJson"),
    title: "has nanoseconds as exact numbers",
  },
  {
    name: "json-finite",
    protects: "A number that JSON does not have is refused, and not written as null.",
    file: files("json/write"),
    find: "  if (!Number.isFinite(value)) throw new Fault(",
    replace: "  if (Number.isFinite(value) && value === null) throw new Fault(",
    test: tests("ndJson"),
    title: "refuses numbers that JSON does not have",
  },
  {
    name: "csv-empty-text",
    protects: "An empty text is not read as an absent one.",
    file: files("csv/format"),
    find: `  if (value !== "" && to.plain(value, special)) return
  if (value !== "" && !needsQuotes`,
    replace: `  if (to.plain(value, special)) return
  if (!needsQuotes`,
    test: tests("csv"),
    title: "quotes texts with commas",
  },
  {
    name: "csv-fields-counted",
    protects: "A line with too few or too many fields is damaged.",
    file: files("csv/records"),
    find: "    if (fields.length !== header.length)\n",
    replace: "    if (fields.length > 1_000)\n",
    test: tests("csv"),
    title: "is refused where a line is damaged",
  },
  {
    name: "csv-longest",
    protects: "A quote that is never closed does not fill the memory.",
    file: files("text/decode"),
    find: "if (this.rest.length > LONGEST)",
    replace: `if (this.rest.length > 4 * LONGEST) throw new Error("the memory is full")
    if (false)`,
    test: tests("csv"),
    title: "is refused before a quote that is never closed fills the memory",
  },
]
