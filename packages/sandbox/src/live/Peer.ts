/**
 * The client's end of a session, as the server sees it: over a port, or in the same process.
 *
 * @module
 */

/** A connected client. */
export interface Peer {
  /** Sends a text frame. */
  readonly send: (frame: string) => void
  /** Closes with a close frame, after the frames that were sent before. */
  readonly close: (code: number, reason: string) => void
  /** Ends the connection without a close frame, after the frames that were sent before. */
  readonly end: () => void
  /** Sends the first half of a frame, and resets the connection. */
  readonly half: (frame: string) => void
  /** Resets the connection. */
  readonly reset: () => void
  /** Returns the number of bytes that were sent and not yet taken by the client's side. */
  readonly buffered: () => number
}

/** What the server does with what a client sends. */
export interface Handlers {
  /** A text frame has arrived. */
  readonly message: (frame: string) => void
  /** The connection is gone. */
  readonly gone: () => void
}
