/** Frames that no service should send: texts, events among others, and bytes that end their connection. */
import { Effect, Random } from "effect"
import { frame, kinds, status } from "./Service.js"

/** A trade with an id. */
export const trade = (id: string): object => ({
  ...{ ev: "T", sym: "AAPL", x: 4, i: id, z: 3, p: 114.125, s: 100, c: [0, 12], t: 1_688_997_600_000, q: 3_681_328 },
})

/** The first of the times of price bands, which no double holds. */
export const first = 1_688_997_600_000_000_001n

/** Price bands with a number: their time has nanoseconds. */
export const bands = (number: number): string =>
  `{"ev":"LULD","T":"AAPL","h":119.81,"l":108.41,"i":[17],"z":3,"t":${first + BigInt(number)},"q":3681328}`

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)

/** Values where a number, a text or a list is expected. */
const values: ReadonlyArray<string> = [
  ...["null", "true", "{}", "[]", "[1]", '"12.5"', '"NaN"', "1e999", "-1e999", "12.0", "-0", "1e-400"],
  ...["9223372036854775807", "18446744073709551616", "0.1e1", `${"9".repeat(400)}`, '""', '"\\u0000"', '"\\ud800"'],
  ...[nested("[", "]", 5_000), nested('{"a":', "}", 1_000).replace(":}", ":1}"), `"${"x".repeat(200_000)}"`],
  ...['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}', '{"toString":1,"valueOf":2}'],
]

const names = ["ev", "sym", "x", "i", "p", "s", "c", "t", "q", "__proto__", "constructor", "toJSON"]

/** A row with another value under a name, before all others. */
const altered = (row: object, name: string, value: string) =>
  `{${JSON.stringify(name)}:${value},${JSON.stringify({ ...row, [name]: undefined }).slice(1)}`

/** Events with a value of another kind in each of their fields. */
const events: ReadonlyArray<string> = [
  ...names.flatMap((name) =>
    values.flatMap((value) => [
      altered(trade("hostile"), name, value),
      altered({ ev: "LULD", T: "AAPL", h: 1, l: 1, i: [], z: 3, t: 5, q: 1 }, name === "sym" ? "T" : name, value),
    ]),
  ),
  ...names.map((name) => JSON.stringify({ ...trade("hostile"), [name]: undefined })),
  ...['{"ev":"T"}', '{"ev":"T","sym":"AAPL"}', '{"ev":"T","sym":"TSLA","p":1,"t":1}', "{}", '{"ev":""}'],
  ...[
    '{"ev":"ZZ","sym":"AAPL"}',
    '{"ev":"__proto__"}',
    '{"ev":"constructor"}',
    '{"ev":"hasOwnProperty"}',
    "[]",
    "[[]]",
  ],
  ...["null", "5", '"T"', "true", '{"ev":["T"]}', '{"ev":{"T":1}}', '{"ev":"status"}', '{"ev":"status","status":5}'],
  ...['{"ev":"status","status":"success","message":{}}', '{"ev":"status","status":"error","message":[1]}'],
  ...["connected", "auth_success", "success", "error", "force_disconnect", "__proto__"].flatMap((name) =>
    ["", "subscribed to: T.ZZZZ", "subscribed to: ", "unsubscribed to: T.AAPL", "not authorized"].map((words) =>
      JSON.stringify(status(name, words)),
    ),
  ),
]

/** Frames that are no list of events. */
const texts: ReadonlyArray<string> = [
  ...[
    "",
    " ",
    "null",
    "5",
    '"T"',
    "{",
    "[",
    "[{",
    "]",
    "[,]",
    "[1,]",
    '[{"ev":"T"',
    '{"ev":"T"}',
    "\ufeff[]",
    "[]\u0000",
  ],
  ...["undefined", "[NaN]", "<html>Bad gateway</html>", nested("[", "]", 200_000), nested('{"a":', "}", 20_000)],
  ...[
    `[${" ".repeat(2_000_000)}]`,
    `"${"y".repeat(3_000_000)}"`,
    `[${Array.from({ length: 50_000 }, () => "{}").join()}]`,
  ],
]

const bytes = (text: string) => Buffer.from(text)

/** Frames that a client may take, and need not. */
const odd: ReadonlyArray<Buffer> = [
  frame(kinds.ping, bytes("are you there")),
  frame(kinds.pong, bytes("unasked")),
  frame(kinds.binary, Buffer.from([0xff, 0xfe, 0x00])),
  frame(kinds.binary, bytes('[{"ev":"ZZ"}]')),
  Buffer.concat([
    frame(kinds.text, bytes("[{"), 0),
    frame(kinds.ping, bytes("x")),
    frame(kinds.continuation, bytes("}]")),
  ]),
  Buffer.concat([
    frame(kinds.text, bytes(""), 0),
    frame(kinds.continuation, bytes(""), 0),
    frame(kinds.continuation, bytes("[]")),
  ]),
]

/** Frames that a client must refuse, with their connection. */
export const refused: Readonly<Record<string, Buffer>> = {
  "a reserved kind": frame(3, bytes("[]")),
  "a reserved bit": frame(kinds.text, bytes("[]"), 0xc0),
  "a continuation of nothing": frame(kinds.continuation, bytes("[]")),
  "a text within a text": Buffer.concat([frame(kinds.text, bytes("["), 0), frame(kinds.text, bytes("]"))]),
  "a divided ping": frame(kinds.ping, bytes("x"), 0),
  "a long ping": frame(kinds.ping, Buffer.alloc(126)),
  "no UTF-8": frame(kinds.text, Buffer.from([0x5b, 0x22, 0xc3, 0x28, 0x22, 0x5d])),
  "a masked frame": Buffer.from([0x81, 0x82, 1, 2, 3, 4, 0x5a, 0x5f]),
  "more than a message may have": Buffer.from([0x81, 127, 0, 0, 0, 1, 0, 0, 0, 0]),
  "more than a number can count": Buffer.from([0x81, 127, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
  "a close without reason": frame(kinds.close, Buffer.alloc(0)),
  "a close with half a code": frame(kinds.close, Buffer.alloc(1)),
  "a close with no such code": frame(kinds.close, Buffer.from([0xff, 0xff])),
  "no frame": bytes("HTTP/1.1 200 OK\r\n\r\n"),
}

/** Half a frame, after which the connection is reset. */
export const half: Buffer = frame(kinds.text, bytes(JSON.stringify([trade("hostile")]))).subarray(0, 40)

const mutate = (text: string): Effect.Effect<Buffer> =>
  Effect.gen(function* () {
    let mutated = bytes(text)
    for (let times = yield* Random.nextIntBetween(1, 5); times > 0; times--) {
      const at = yield* Random.nextIntBetween(0, mutated.length)
      const other = Buffer.from([yield* Random.nextIntBetween(0x20, 0x7f)])
      const kept = yield* Random.nextIntBetween(0, 3)
      mutated = Buffer.concat([
        mutated.subarray(0, at),
        kept === 0 ? Buffer.alloc(0) : other,
        mutated.subarray(at + (kept === 1 ? 0 : 1)),
      ])
    }
    return mutated
  })

/** A frame whose connection goes on after it. `whole` are events that stand in it among hostile ones. */
export const next = (whole: ReadonlyArray<string>): Effect.Effect<Buffer> =>
  Effect.gen(function* () {
    const kind = yield* Random.nextIntBetween(0, 10)
    const alone = frame(kinds.text, bytes(`[${whole.join()}]`))
    if (kind === 0) return Buffer.concat([frame(kinds.text, bytes(yield* Random.choice(texts))), alone])
    if (kind === 1) return Buffer.concat([yield* Random.choice(odd), alone])
    if (kind < 6) {
      const events = [trade("mutated"), trade("mutated")]
      return Buffer.concat([frame(kinds.text, yield* mutate(JSON.stringify(events))), alone])
    }
    const place = yield* Random.nextIntBetween(0, whole.length + 1)
    return frame(kinds.text, bytes(`[${whole.toSpliced(place, 0, yield* Random.choice(events)).join()}]`))
  }).pipe(Effect.orDie)
