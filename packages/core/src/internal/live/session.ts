/**
 * One connection to the service, from the opening of its socket to its end: key, subscriptions, frames, signs of life.
 * Nothing that it wanted to send outlives it.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { Refused } from "../../LiveError.js"
import * as LiveTelemetry from "../../LiveTelemetry.js"
import { turn } from "../eventLoop.js"
import { shorten } from "../message.js"
import * as Counts from "./counts.js"
import type * as Topic from "../../declare/Topic.js"
import type { EventDecoder } from "../decoder/eventDecoder.js"
import type { Registry } from "./registry.js"
import * as Frames from "./frames.js"
import * as Turns from "./turns.js"
import * as Wire from "./wire.js"

/** Timing in milliseconds. */
export interface Timing {
  /** First and longest delay before a connection is made again. */
  readonly first: number
  readonly longest: number
  /** Number of attempts in a row; `undefined` for the default. */
  readonly attempts: number | undefined
  /** Silence after which a sign of life is asked for; infinite for never. */
  readonly stale: number
  /** Time after which a connection is made again by plan; infinite for never. */
  readonly renew: number
  /** By how much the rows of the host are late by its plan. */
  readonly delay: number
}

/** What all connections of a layer share. */
export interface Shared {
  readonly apiKey: Redacted.Redacted
  readonly construct: Wire.Constructor
  readonly decoderOf: (topic: Topic.Any) => EventDecoder
  readonly redact: (text: string) => string
  readonly settings: Timing
  /** Setting of the address. */
  readonly urlFrom: string
}

/** What the sessions of a cluster share. */
export interface Common extends Shared {
  readonly cluster: string
  readonly url: string
  readonly origin: string
  readonly registry: Registry
  readonly state: State
  /** Pairs that the service has acknowledged in some session. */
  readonly known: Set<string>
  /** Open when the wanted pairs may have changed. */
  readonly changed: Effect.Latch
}

/** What is known of a connection. */
export interface State {
  /** Time at which the service accepted the key, epoch milliseconds; `undefined` while there is no session. */
  since: number | undefined
  /** Number of frames that wait to be read. */
  waitingFrames: number
}

/** Why a session ended. */
export interface End {
  /** `refused`: the key; `renewed`: by plan. */
  readonly reason: "cut" | "stale" | "evicted" | "refused" | "renewed"
  /** The words of the service or of the runtime. */
  readonly detail: string
  /** Time of the last sign of life, epoch milliseconds. */
  readonly at: number
}

/** Maximum number of pairs of a message. */
const PAIRS = 500

/** Time for each answer of the service, milliseconds. */
const ANSWER = 10_000

/** Silence in which a liquid ticker must have had a row, and some time for its way, milliseconds. */
const SILENT = 75_000

/** Pairs of a message whose answers have not come. */
interface Question {
  readonly outstanding: Set<string>
  /** Pairs that the service refused, with its words. */
  readonly refused: Map<string, string>
  /** What the service said about no pair that can be known. */
  words: string
  readonly answered: Deferred.Deferred<void>
}

/** Length of what errors quote of the service's words. */
const WORDS = 300

/** Close code of a service that refuses a connection by its rules: there are too many. */
const BY_RULE = 1008

/** Returns the pair that an answer names. */
const pairIn = (message: string, among: ReadonlySet<string>): string | undefined =>
  message.split(/[\s,]+/).find((word) => among.has(word))

/** Waits, and calls `late` if that takes too long. */
const within = (wait: Effect.Effect<void>, milliseconds: number, late: () => void): Effect.Effect<void> =>
  Effect.scoped(
    Effect.zipRight(Effect.forkScoped(Effect.zipRight(Effect.sleep(milliseconds), Effect.sync(late))), wait),
  )

/** Runs a session until it ends. Closes the socket with the scope. */
export const run = (channel: Common): Effect.Effect<End, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { apiKey, cluster, decoderOf, origin, redact, registry, settings, state, urlFrom } = channel
    const clock = yield* Effect.clock
    const now = () => clock.unsafeCurrentTimeMillis()
    const ended = Deferred.unsafeMake<End>(FiberId.none)
    const connected = Effect.unsafeMakeLatch()
    const authenticated = Effect.unsafeMakeLatch()
    let isOver = false
    let lastSign = now()
    /** Time of the last row; `undefined` if none has come while those of a whole market were expected. */
    let lastRow: number | undefined
    /** What the service said before it closed the connection. */
    let lastWords: string | undefined
    let question: Question | undefined

    // protects: Errors quote a part of the service's words, and no key.
    // mutant: "is quoted in part": shorten(redact(words), WORDS) → redact(words)
    const quote = (words: string) => shorten(redact(words), WORDS)

    const end = (reason: End["reason"], detail: string) => {
      if (isOver) return
      isOver = true
      // protects: Spans, logs and errors have no key, though the service repeats it when it ends a connection.
      // mutant: "wherever the service repeats it": quote(detail) → detail
      Deferred.unsafeDone(ended, Effect.succeed({ reason, detail: quote(detail), at: lastSign }))
    }

    const answer = (pair: string) => {
      if (question?.outstanding.delete(pair) && question.outstanding.size === 0)
        Deferred.unsafeDone(question.answered, Effect.void)
    }

    const onStatus = ({ message, status }: Frames.Status) => {
      switch (status) {
        case "connected":
          return connected.unsafeOpen()
        case "auth_success":
          return authenticated.unsafeOpen()
        case "success": {
          const [, verb, pair] = /^(un)?subscribed to:\s*(\S+)/i.exec(message) ?? []
          if (pair === undefined)
            return message.includes("authenticated") ? authenticated.unsafeOpen() : connected.unsafeOpen()
          // What is said about an unsubscription is no answer to the subscription after it.
          if (verb !== undefined || !question?.outstanding.has(pair)) return
          registry.acknowledge(pair, now())
          return answer(pair)
        }
        case "auth_failed":
          return end("refused", message)
        case "max_connections":
          return end("evicted", message)
        case "auth_timeout":
          return end("cut", `${status}: ${message}`)
        case "error": {
          if (question === undefined) break
          // The service does not name the pair. It answers in order: it means the first that has no answer.
          const named = pairIn(message, question.outstanding)
          const pair = named ?? question.outstanding.values().next().value
          question.words = message
          if (pair === undefined) return
          question.refused.set(pair, message)
          return answer(pair)
        }
      }
      lastWords = `${status}: ${message}`
    }

    const counts = Counts.make(cluster, registry, settings.delay)
    const { begin, read } = Frames.make(registry, decoderOf, { onStatus, onUnknown: counts.unknown })
    const turns = Turns.make({
      now,
      begin: (text) => isOver || begin(text),
      read: (work) => (isOver ? work : read(work)),
      onTurn: (waiting) => {
        state.waitingFrames = waiting
        if (counts.flush(now())) lastRow = now()
      },
      pause: () => wire.pause?.(),
      resume: () => wire.resume?.(),
    })

    const wire = yield* Effect.acquireRelease(
      Effect.sync(() =>
        Wire.open(channel.construct, channel.url, {
          onText: (text) => {
            lastSign = now()
            counts.frame(text)
            turns.push(text)
          },
          onPong: () => (lastSign = now()),
          // What arrived before the end is read before it.
          onEnd: (code, detail) =>
            turns.whenRead(() => {
              const words = [lastWords, detail].filter(Boolean).join("; ")
              end(code === BY_RULE ? "evicted" : "cut", words)
            }),
        }),
      ),
      ({ close }) => {
        isOver = true
        turns.stop()
        return close
      },
    )

    const send = (action: string, params: string) => wire.send(JSON.stringify({ action, params }))

    /** Subscribes pairs, and waits for the answers. */
    const ask = (pairs: ReadonlyArray<string>) =>
      Effect.suspend(() => {
        const answered = Deferred.unsafeMake<void>(FiberId.none)
        const asked: Question = { outstanding: new Set(pairs), refused: new Map(), words: "", answered }
        question = asked
        if (!send("subscribe", pairs.join())) return Effect.never
        return Effect.as(
          within(Deferred.await(answered), ANSWER, () => Deferred.unsafeDone(answered, Effect.void)),
          asked,
        )
      })

    /** Sends what has changed until nothing has, then waits for the next change. */
    const subscribe = Effect.gen(function* () {
      for (;;) {
        channel.changed.unsafeClose()
        // Those that come and go in one turn are one change.
        yield* turn
        const change = registry.change(PAIRS)
        if (change === undefined) {
          LiveTelemetry.update(LiveTelemetry.subscriptions, "cluster", cluster, registry.held.size)
          yield* channel.changed.await
          continue
        }
        // protects: A new stream does not wait for answers about pairs that nobody wants any more.
        // mutant: "also if the service never answers that": "unsubscribe") { → "") {
        if (change.action === "unsubscribe") {
          send(change.action, change.pairs.join())
          continue
        }
        const { outstanding, refused, words } = yield* ask(change.pairs)
        question = undefined
        for (const pair of change.pairs) if (registry.held.has(pair)) channel.known.add(pair)
        // protects: A pair that was subscribed before is not given up because one connection does not answer.
        // mutant: "tried again if they were acknowledged once": channel.known.has(pair) → false
        if ([...outstanding].some((pair) => channel.known.has(pair)))
          return end("cut", `no answer to subscribe within ${ANSWER / 1_000} s`)
        const missing =
          words || `no answer within ${ANSWER / 1_000} s. Check the ticker, and that the plan has the topic.`
        for (const pair of outstanding) refused.set(pair, missing)
        for (const pair of refused.keys()) channel.known.delete(pair)
        for (const [subscriber, tickers] of registry.wanting(refused.keys())) {
          // protects: The error of a refused subscription has no key, though the service repeats it.
          // mutant: "wherever the service repeats it": without quote
          const detail = quote([...new Set(refused.values())].join("; "))
          const topic = subscriber.topic.name
          registry.fail([subscriber], () => new Refused({ cluster, origin, urlFrom, topic, tickers, detail }))
        }
      }
    })

    /** Groups of which rows are expected now. */
    const trading = () => registry.all().filter(({ topic }) => topic.steady && topic.open(now()))

    /** Looks for signs of life while a market trades. */
    const watch = Effect.gen(function* () {
      let since = now()
      for (;;) {
        // While nothing is expected, silence is no sign.
        const expected = trading()
        if (expected.length === 0) since = now()
        const isWhole = expected.some(({ all }) => all.length > 0)
        if (!isWhole) lastRow = undefined
        const quiet = now() - Math.max(since, lastSign)
        yield* Effect.sleep(Math.max(1, settings.stale - quiet))
        if (trading().length === 0 || now() - Math.max(since, lastSign) < settings.stale) continue
        const asked = now()
        const [held] = registry.held
        if (wire.ping !== undefined) wire.ping()
        else if (held !== undefined) send("subscribe", held)
        // Whether a repeated subscription is answered is not known: then only the rows tell.
        yield* Effect.sleep(wire.ping ? ANSWER : Math.max(ANSWER, SILENT - settings.stale))
        // protects: A connection that is open and silent is made again.
        // mutant: "cut without a sign of life": lastSign < asked → false
        if (lastSign < asked) return end("stale", `nothing arrived for ${Math.round((now() - lastSign) / 1_000)} s`)
        // A whole market has rows at any time. A session without any is left alone, so that one
        // silence ends one session.
        // protects: A service that answers, and has stopped to send rows, is found.
        // mutant: "of a whole market is cut": now() - lastRow >= SILENT → false
        if (isWhole && lastRow !== undefined && now() - lastRow >= SILENT)
          return end(
            "stale",
            `no row arrived for ${Math.round((now() - lastRow) / 1_000)} s, though the service answers`,
          )
      }
    })

    const renew = Effect.zipRight(
      Effect.sleep(settings.renew),
      Effect.sync(() => end("renewed", "planned renewal")),
    )

    const late = (step: string) => () =>
      end("cut", `no ${step} within ${ANSWER / 1_000} s${lastWords ? `; ${lastWords}` : ""}`)

    const work = Effect.gen(function* () {
      yield* within(connected.await, ANSWER, late("connection"))
      // The key is in this message alone; no span, recorder or log sees it.
      send("auth", Redacted.value(apiKey))
      yield* within(authenticated.await, ANSWER, late("auth_success"))
      state.since = now()
      if (Number.isFinite(settings.renew)) yield* Effect.forkScoped(renew)
      if (Number.isFinite(settings.stale)) yield* Effect.forkScoped(watch)
      yield* subscribe
    })

    yield* Effect.forkScoped(work)
    return yield* Deferred.await(ended)
  })
