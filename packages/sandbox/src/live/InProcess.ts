/**
 * The live channel in process: sockets without a port.
 *
 * @module
 */
import * as LoopbackSocket from "@candela/testing/internal/LoopbackSocket"
import type * as Socket from "@effect/platform/Socket"
import { type Context, Option } from "effect"
import type { Live } from "./Live.js"
import * as Path from "./Path.js"

const parse = Option.liftThrowable((url: string) => new URL(url))

/** Makes a constructor of sockets to the live channel, whatever the host of their URL. */
export const make = (live: Live): Context.Tag.Service<typeof Socket.WebSocketConstructor> =>
  LoopbackSocket.make((url, { buffered, close, cut, send }) => {
    const path = Option.flatMapNullable(parse(url), ({ pathname }) => Path.parse(pathname))
    return Option.getOrUndefined(
      Option.map(path, (path) => live.open(path, { send, close, buffered, end: cut, reset: cut, half: cut })),
    )
  })
