/** Endless and oversized responses: how each is written to a socket, and the error that a client must end with. */
import type { Socket } from "node:net"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"

/** An answer, and what is right for a client. */
export interface Body {
  /** Writes the answer. */
  readonly write: (socket: Socket) => void
  /** The errors that are right: the tag, and the reason where it has one. */
  readonly ends: ReadonlyArray<string>
  /** Whether nothing but a timeout ends it. */
  readonly patient?: boolean
  /** Whether what is written is what is counted against the largest body: it is not compressed, and it is no head. */
  readonly counted?: boolean
}

const MEGABYTE = 1024 * 1024

/** Writes a chunk again and again, as fast as the client takes it, until the connection closes. */
const forever = (socket: Socket, chunk: string | Uint8Array): void => {
  const write = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on("drain", write)
  write()
}

/** Writes a text again and again, with pauses. */
const trickle = (socket: Socket, text: string): void => {
  const timer = setInterval(() => socket.write(text), 20)
  socket.once("close", () => clearInterval(timer))
}

const head = (status: string, ...headers: ReadonlyArray<string>) =>
  `HTTP/1.1 ${status}\r\n${["content-type: application/json", ...headers].map((header) => `${header}\r\n`).join("")}\r\n`

const ok = (...headers: ReadonlyArray<string>) => head("200 OK", ...headers)

const chunk = (bytes: Uint8Array) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")])

const spaces = Buffer.alloc(65_536, " ")
const chunked = "transfer-encoding: chunked"

const once = <A>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => (made ??= make())
}

/**
 * Compressed spaces. Making them takes seconds and a gigabyte, so it is left to the process that
 * serves them: {@link prepare}.
 */
const compressed = once(() => {
  /** 16 MiB in 16 KiB. Several of them, one after the other, are gzip, too. */
  const member = gzipSync(Buffer.alloc(16 * MEGABYTE, " "))
  /** A gigabyte. */
  const bomb = Buffer.concat(Array<Uint8Array>(64).fill(member))
  const bombInBomb = gzipSync(bomb)
  const brotli = brotliCompressSync(Buffer.alloc(1024 * MEGABYTE, " "), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
  })
  return { member, bomb, bombInBomb, bombInBombInBomb: gzipSync(bombInBomb), brotli }
})

/** Makes the compressed bodies: while it works, nothing else is answered. */
export const prepare = (): void => void compressed()

const endless = (start: string, part: string | Uint8Array) => (socket: Socket) => {
  socket.write(start)
  forever(socket, part)
}
const whole =
  (name: keyof ReturnType<typeof compressed>, ...headers: ReadonlyArray<string>) =>
  (socket: Socket) => {
    const bytes = compressed()[name]
    socket.write(ok(`content-length: ${bytes.length}`, "connection: close", ...headers))
    socket.end(bytes)
  }

const tooLarge = ["TransportError BodyTooLarge"]
const late = ["TimeoutError"]
const lost = ["TransportError Connection", "TransportError CutBody"]

/** The answers, by their names. */
export const bodies: Readonly<Record<string, Body>> = {
  "without-length": { write: endless(ok("connection: close"), spaces), ends: tooLarge, counted: true },
  "in-chunks": { write: endless(ok(chunked), chunk(spaces)), ends: tooLarge, counted: true },
  "of-100-gigabytes": { write: endless(ok("content-length: 100000000000"), spaces), ends: tooLarge, counted: true },
  "of-9-exabytes": { write: endless(ok("content-length: 9223372036854775807"), spaces), ends: tooLarge, counted: true },
  "an-endless-failure": {
    write: endless(head("500 Internal Server Error", chunked), chunk(spaces)),
    ends: ["ServiceError"],
    counted: true,
  },
  "endless-redirects": {
    write: endless(head("302 Found", chunked, "location: again"), chunk(spaces)),
    ends: ["TransportError Redirect"],
    counted: true,
  },
  "gzip-without-end": {
    write: (socket) => endless(ok(chunked, "content-encoding: gzip"), chunk(compressed().member))(socket),
    ends: tooLarge,
  },
  "gzip-of-a-gigabyte": { write: whole("bomb", "content-encoding: gzip"), ends: tooLarge },
  "gzip-unannounced": { write: whole("bomb"), ends: tooLarge },
  "gzip-within-gzip": { write: whole("bombInBomb", "content-encoding: gzip"), ends: tooLarge },
  // `NodeClient` takes off one layer, as it asked for: the next is too large, or a compression that was not requested.
  "gzip-within-gzip-announced": {
    write: whole("bombInBombInBomb", "content-encoding: gzip, gzip"),
    ends: [...tooLarge, "TransportError Encoding"],
  },
  // `NodeClient` knows no brotli, because it does not ask for it.
  "brotli-of-a-gigabyte": {
    write: whole("brotli", "content-encoding: br"),
    ends: [...tooLarge, "TransportError Encoding"],
  },
  trickling: {
    write: (socket) => {
      socket.write(ok(chunked))
      trickle(socket, "1\r\n \r\n")
    },
    ends: late,
    patient: true,
  },
  "a-head-alone": { write: (socket) => socket.write(ok("content-length: 9")), ends: late, patient: true },
  silence: { write: () => {}, ends: late, patient: true },
  "a-trickling-head": {
    write: (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n")
      trickle(socket, "x: y\r\n")
    },
    ends: late,
    patient: true,
  },
  "endless-headers": { write: endless("HTTP/1.1 200 OK\r\n", `x: ${"y".repeat(1_000)}\r\n`), ends: lost },
  "an-endless-header": { write: endless("HTTP/1.1 200 OK\r\nx: ", "y".repeat(1_000)), ends: lost },
  // White space before a value is skipped, and so held by nobody.
  "a-header-of-spaces": { write: endless("HTTP/1.1 200 OK\r\nx: ", spaces), ends: late, patient: true },
  "endless-trailers": {
    write: endless(`${ok(chunked)}2\r\n{}\r\n0\r\n`, `x: ${"y".repeat(1_000)}\r\n`),
    ends: lost,
  },
  "an-endless-chunk-extension": {
    write: endless(`${ok(chunked)}2;`, "x".repeat(1_000)),
    ends: [...late, ...lost],
    patient: true,
  },
  "endless-early-hints": {
    write: endless("", "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n"),
    ends: [...late, ...lost],
    patient: true,
  },
}
