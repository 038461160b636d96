/**
 * Result of writing a file.
 *
 * @module
 */

/** A complete file: the result of the sinks of all formats. */
export interface Written {
  /** Given path of the file. */
  readonly path: string
  /** Number of rows. */
  readonly rows: number
  /** Size of the file in bytes. */
  readonly bytes: number
}
