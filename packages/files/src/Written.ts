/**
 * What was written to a file.
 *
 * @module
 */

/** A file that is in its place: what the sinks of all formats give. */
export interface Written {
  /** The file, as it was named. */
  readonly path: string
  /** Number of rows. */
  readonly rows: number
  /** Size of the file in bytes. */
  readonly bytes: number
}
