/**
 * Files of any bytes, complete or absent.
 *
 * ```ts
 * Stream.make("done\n").pipe(Stream.encodeText, Stream.run(WholeFile.sink("note.txt")))
 * ```
 *
 * The bytes go to a temporary file in the same folder, which is renamed when complete. An existing file with the name
 * is untouched until then. On failure or interruption the temporary file is removed; a killed process leaves it.
 *
 * @module
 */
export { type Options, sink } from "./internal/wholeFile.js"
