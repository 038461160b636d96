/**
 * Record batches from bytes in the file or stream format of Apache Arrow. Neither has checksums, and
 * the library trusts each length. So each message is checked before it is passed to the library.
 */
import * as FileSystem from "@effect/platform/FileSystem"
import type { DataType, RecordBatch, RecordBatchStreamReader, Schema } from "apache-arrow"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { FileError } from "../../FileError.js"
import * as Layout from "./layout.js"
import type { Arrow } from "./library.js"
import * as Message from "./message.js"
import * as Source from "./source.js"

/** Batches of a file, and their schema. */
export interface BatchStream<Err = never> {
  readonly schema: Schema
  readonly batches: Stream.Stream<RecordBatch, Err | FileError>
}

const MAGIC = "ARROW1"
/** Number of bytes at the end of a file: the length of its footer, and the magic word. */
const TAIL = 4 + MAGIC.length
/** Number of bytes of a length, or of the mark before it. */
const WORD = 4

const damaged = (detail: string) =>
  new FileError({
    reason: "format",
    detail: `this is no whole file or stream of Apache Arrow: ${detail}. Write it or download it again.`,
  })

/** Runs checks and library calls on the bytes of a message. */
const attempt = <A>(run: () => A): Effect.Effect<A, FileError> =>
  Effect.try({ try: run, catch: (error) => damaged(error instanceof Error ? error.message : String(error)) })

const wordOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset).getInt32(0, true)

/** Passes checked messages to the library. */
class Library {
  private readonly chunks: Array<Uint8Array> = []
  private readonly reader: RecordBatchStreamReader
  private readonly words: ReadonlyMap<number, DataType>
  private readonly known = new Set<number>()
  readonly schema: Schema

  /** Throws unless the message is a schema. */
  constructor(
    private readonly arrow: Arrow,
    message: Uint8Array,
  ) {
    if (!Message.decode(arrow, message).isSchema()) throw new Error("it does not begin with a schema")
    this.chunks.push(message)
    this.reader = arrow.RecordBatchReader.from(this.given()) as RecordBatchStreamReader
    this.reader.open()
    this.schema = this.reader.schema
    this.words = this.schema.dictionaries
    Layout.checkTypes(
      arrow,
      this.schema.fields.map(({ type }) => type as DataType),
    )
  }

  private *given() {
    for (let asked = 0; ;) {
      const chunk = this.chunks.shift()
      asked = chunk === undefined ? asked + 1 : 0
      // The library requests once although it has all it needs; a second request means that the message is incomplete.
      if (asked > 1) throw new Error("a message ends too early")
      yield chunk ?? new Uint8Array()
    }
  }

  /** Returns the batch that a message completes. Throws for a damaged one. */
  read(framed: Uint8Array, body: Uint8Array): RecordBatch | undefined {
    const message = Message.decode(this.arrow, framed)
    if (message.isRecordBatch()) {
      for (const id of this.words.keys())
        if (!this.known.has(id)) throw new Error("a dictionary is missing before the rows that need it")
      const types = this.schema.fields.map(({ type }) => type as DataType)
      Layout.check(this.arrow, message.header(), types, body.length)
      this.give(framed, body)
      return this.reader.next().value as RecordBatch
    }
    if (!message.isDictionaryBatch()) throw new Error("it has a second schema")
    const { data, id } = message.header()
    const type = this.words.get(id)
    if (type === undefined) throw new Error("it has a dictionary of no column")
    Layout.check(this.arrow, data, [type], body.length)
    this.known.add(id)
    // The library reads it with the next batch.
    this.give(framed, body)
    return undefined
  }

  private give(...chunks: ReadonlyArray<Uint8Array>): void {
    this.chunks.push(...chunks.filter(({ length }) => length > 0))
  }
}

/**
 * Reads the next message of a stream: its metadata, prefixed with their length as the library
 * requires; none at the end mark.
 */
const messageOf = <E>(source: Source.ByteSource<E>): Effect.Effect<Option.Option<Uint8Array>, E | FileError> =>
  Effect.gen(function* () {
    const word = Effect.filterOrFail(
      source.take(WORD),
      ({ length }) => length === WORD,
      () => damaged("it ends before its end mark"),
    )
    const first = wordOf(yield* word)
    const length = first === Message.MARK ? wordOf(yield* word) : first
    if (length === 0) return Option.none()
    if (length < 0) return yield* damaged("the length of a message is negative")
    const metadata = yield* source.take(length)
    if (metadata.length < length) return yield* damaged("it ends within a message")
    return Option.some(Message.frame(metadata))
  })

/** Reads the body of a message. */
const bodyOf = <E>(arrow: Arrow, source: Source.ByteSource<E>, framed: Uint8Array) =>
  Effect.gen(function* () {
    const { bodyLength } = yield* attempt(() => Message.decode(arrow, framed))
    if (bodyLength < 0) return yield* damaged("the length of a message is negative")
    const body = yield* source.take(bodyLength)
    return body.length < bodyLength ? yield* damaged("it ends within a message") : body
  })

/** Returns the batch that the next message completes; none if it is a dictionary, or at the end. */
const batchOf = <E>(arrow: Arrow, library: Library, source: Source.ByteSource<E>) =>
  Effect.gen(function* () {
    const framed = yield* messageOf(source)
    if (Option.isNone(framed)) return { isOver: true, batch: undefined }
    const body = yield* bodyOf(arrow, source, framed.value)
    return { isOver: false, batch: yield* attempt(() => library.read(framed.value, body)) }
  })

/** Streams the batches as they arrive. `next` reads a message. */
const batches = <E>(next: Effect.Effect<{ readonly isOver: boolean; readonly batch: RecordBatch | undefined }, E>) =>
  Stream.repeatEffectOption(
    Effect.mapError(next, Option.some).pipe(
      Effect.flatMap(({ batch, isOver }) => (isOver ? Effect.fail(Option.none()) : Effect.succeed(batch))),
    ),
  ).pipe(Stream.filter((batch) => batch !== undefined))

const ofMessages = <E>(arrow: Arrow, source: Source.ByteSource<E>): Effect.Effect<BatchStream<E>, E | FileError> =>
  Effect.gen(function* () {
    const first = yield* messageOf(source)
    if (Option.isNone(first)) return yield* damaged("it has no schema")
    yield* bodyOf(arrow, source, first.value)
    const library = yield* attempt(() => new Library(arrow, first.value))
    const next = Effect.tap(batchOf(arrow, library, source), ({ isOver }) =>
      Effect.gen(function* () {
        if (isOver && (yield* source.take(1)).length > 0) yield* damaged("it goes on after its end mark")
      }),
    )
    return { schema: library.schema, batches: batches(next) }
  })

const ofFile = <E>(arrow: Arrow, { from, size }: Source.Bytes<E>): Effect.Effect<BatchStream<E>, E | FileError> =>
  Effect.gen(function* () {
    const tail = yield* from(Math.max(0, size - TAIL)).take(TAIL)
    if (size < 2 * TAIL || String.fromCharCode(...tail.subarray(WORD)) !== MAGIC)
      return yield* damaged("it ends too early")
    const length = wordOf(tail)
    if (length < 0 || length > size - TAIL) return yield* damaged("a part of it is missing")
    const footer = yield* from(size - TAIL - length).take(length)
    const { places, schema } = yield* attempt(() => Message.readFooter(footer))
    const library = yield* attempt(() => new Library(arrow, schema))
    let index = 0
    const next = Effect.suspend(() => {
      const place = places[index++]
      if (place === undefined) return Effect.succeed({ isOver: true, batch: undefined })
      if (!(place >= 0 && place < size)) return Effect.fail(damaged("a part of it is missing"))
      return Effect.filterOrFail(
        batchOf(arrow, library, from(place)),
        ({ isOver }) => !isOver,
        () => damaged("a batch is missing"),
      )
    })
    return { schema: library.schema, batches: batches(next) }
  })

/**
 * Reads the batches of a stream of bytes. In the stream format they are emitted while it is read; a
 * file is read to its end first.
 */
export const ofStream = <Err, R>(
  arrow: Arrow,
  bytes: Stream.Stream<Uint8Array, Err, R>,
): Effect.Effect<BatchStream<Err>, Err | FileError, R | Scope.Scope> =>
  Effect.gen(function* () {
    const source = yield* Source.ofStream(bytes)
    const head = yield* source.take(MAGIC.length)
    const whole = Source.after(head, source)
    return yield* isFile(head)
      ? Effect.flatMap(whole.take(Infinity), (all) => ofFile(arrow, Source.ofBytes(all)))
      : ofMessages(arrow, whole)
  })

const isFile = (head: Uint8Array) => String.fromCharCode(...head.subarray(0, MAGIC.length)) === MAGIC

/** Reads the batches of a file, in either format: one of them is in memory at a time. */
export const ofPath = (
  arrow: Arrow,
  path: string,
): Effect.Effect<BatchStream<FileError>, FileError, FileSystem.FileSystem | Scope.Scope> =>
  Effect.gen(function* () {
    const refused = (error: { readonly message: string }) =>
      new FileError({ reason: "read", path, detail: `could not be read (${error.message}). Check the path.` })
    const fs = yield* FileSystem.FileSystem
    const file = yield* Effect.mapError(fs.open(path), refused)
    const { size } = yield* Effect.mapError(file.stat, refused)
    const bytes = Source.ofFile(file, Number(size), refused)
    return yield* isFile(yield* bytes.from(0).take(MAGIC.length))
      ? ofFile(arrow, bytes)
      : ofMessages(arrow, bytes.from(0))
  })
