/** Runs the machine of a stream: feeds it with signals and answers, asks its questions, and emits its events. */
import * as Chunk from "effect/Chunk"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { Event, Settled } from "../../Live.js"
import type { MarketDataError } from "../../MarketDataError.js"
import * as Absence from "../Absence.js"
import { inOneGo } from "../inOneGo.js"
import { withScope } from "../withScope.js"
import type { Signal, StoreEnds } from "./signal.js"
import type { Lapse } from "./lapse.js"
import * as Observing from "./observing.js"
import type { Input, Machine, Question, TickerPosition } from "./spec.js"

/** What the machine is run on. */
export interface Sources<Row, Common, E> {
  /** Name of the topic. */
  readonly topic: string
  /** Signals of the subscription, and those of a store. */
  readonly signals: Stream.Stream<Signal<Row> | StoreEnds, E>
  /** Rows of a ticker from an instant to another one, epoch milliseconds. */
  readonly rows: (ticker: string, from: number, to: number) => Stream.Stream<Common, MarketDataError>
  /** Time of the service, epoch milliseconds, if it is known. */
  readonly serviceTime: Effect.Effect<number | undefined>
  /** Volumes of the day by ticker. */
  readonly volumes: Effect.Effect<ReadonlyMap<string, number>, MarketDataError>
  /** Saves the positions. Absent for a stream without a checkpoint. */
  readonly save:
    | ((positions: ReadonlyArray<TickerPosition<Common>>, rows: number) => Effect.Effect<void, MarketDataError>)
    | undefined
}

/** Inputs that wait for the consumer at most; an input has up to a thousand rows. */
const waiting = 4

/** Questions that are asked at the same time. */
const concurrency = 4

/** Time between two savings of the position, milliseconds. */
const pause = 1000

/** Clocks of the service may be ahead: rows are asked for up to so long after now, milliseconds. */
const ahead = 60_000

/**
 * Inputs in their order. An input is taken and processed in one step, so that none is lost where a pull is interrupted.
 */
const inbox = <A>() => {
  const items: Array<A> = []
  const room = Effect.unsafeMakeLatch(true)
  const arrived = Effect.unsafeMakeLatch(false)
  const offer = (item: A): Effect.Effect<void> =>
    Effect.suspend(() => {
      // protects: A consumer that has stopped takes no more memory than a few chunks.
      // mutant: "waits for its consumer": items.length >= waiting → items.length < 0
      if (items.length >= waiting) return Effect.zipRight(Effect.zipRight(room.close, room.await), offer(item))
      items.push(item)
      return arrived.open
    })
  const take = (): A | undefined => {
    const item = items.shift()
    room.unsafeOpen()
    if (items.length === 0) arrived.unsafeClose()
    return item
  }
  return { offer, take, arrived: arrived.await }
}

/** Asks a question, and gives the answer to the machine. */
const asking = <Row, Common>(
  { rows, serviceTime, volumes }: Pick<Sources<Row, Common, never>, "rows" | "serviceTime" | "volumes">,
  isOpen: (id: number) => boolean,
  offer: (input: Input<Row, Common>) => Effect.Effect<void>,
) => {
  const permits = Effect.unsafeMakeSemaphore(concurrency)
  return (question: Question): Effect.Effect<void> => {
    const { id } = question
    const once =
      question._tag === "Volumes"
        ? Effect.flatMap(volumes, (volumes) => offer({ _tag: "Volumes", id, volumes }))
        : Effect.flatMap(Clock.currentTimeMillis, (at) =>
            rows(question.ticker, question.from, at + ahead).pipe(
              Stream.runForEachChunk((chunk) =>
                Effect.flatMap(serviceTime, (time = at) =>
                  offer({ _tag: "Answer", id, at: Math.max(time, at), rows: Chunk.toReadonlyArray(chunk) }),
                ),
              ),
              // The machine compares answers without rows itself.
              Absence.judged,
              Effect.zipRight(offer({ _tag: "Answered", id, at })),
            ),
          )
    return Effect.delay(
      permits.withPermits(1)(
        Effect.suspend(() =>
          isOpen(id) ? Effect.catchAll(once, (error) => offer({ _tag: "Failed", id, error })) : Effect.void,
        ),
      ),
      question.delay,
    )
  }
}

/** Streams the events of a machine. */
export const stream = <Row, Common, E>(
  make: () => Machine<Row, Common>,
  sources: Sources<Row, Common, E>,
): Stream.Stream<Event<Common> | Settled, E | MarketDataError> => withScope((scope) => pulled(make(), sources, scope))

const pulled = <Row, Common, E>(
  machine: Machine<Row, Common>,
  sources: Sources<Row, Common, E>,
  scope: Scope.Scope,
): Stream.Stream<Event<Common> | Settled, E | MarketDataError> => {
  const { arrived, offer, take } = inbox<
    Input<Row, Common> | { readonly _tag: "End"; readonly exit: Exit.Exit<void, E> }
  >()
  const ask = asking(sources, machine.isOpen, offer)
  const observed = Observing.make(sources.topic)
  const subscription = Stream.runForEach(sources.signals, offer).pipe(
    Effect.exit,
    Effect.flatMap((exit) => offer({ _tag: "End", exit })),
    Effect.interruptible,
    Effect.forkIn(scope),
  )
  let isSubscribed = false
  let questions: Array<Question> = []
  let fills: Array<Lapse> = []
  let end: Exit.Exit<void, E | MarketDataError> | undefined
  let [position, savedAt] = [-1, -Infinity]
  let isDue = false
  let chunk: Chunk.Chunk<Event<Common> | Settled> = Chunk.empty()

  const ready = Effect.clockWith((clock) =>
    Effect.sync(() => {
      for (let input = take(); input !== undefined; input = take()) {
        if (input._tag === "End") end = input.exit
        else machine.take(input, clock.unsafeCurrentTimeMillis())
        questions.push(...machine.questions())
        fills.push(...machine.fills())
        const failure = machine.failure()
        if (failure !== undefined) end ??= Exit.fail(failure)
        const events = machine.events()
        if (events.length > 0) {
          observed.events(events)
          chunk = Chunk.unsafeFromArray(events)
          return
        }
        if (end !== undefined) return
      }
    }),
  )
  const start = Effect.uninterruptible(
    Effect.suspend(() => {
      const asked = questions
      const changed = fills
      questions = []
      fills = []
      // A fiber that is forked here could not be interrupted, either.
      // protects: A stream that stops interrupts its questions.
      // mutant: "stops at once, also while it waits": Effect.interruptible(ask(question)) → ask(question)
      const fork = (question: Question) => Effect.forkIn(observed.within(Effect.interruptible(ask(question))), scope)
      const fibers = Effect.forEach(asked, fork, { discard: true })
      const all = changed.length === 0 ? fibers : Effect.zipRight(observed.fills(changed), fibers)
      if (isSubscribed) return all
      isSubscribed = true
      return Scope.addFinalizer(scope, observed.stop).pipe(Effect.zipRight(subscription), Effect.zipRight(all))
    }),
  )
  /** Saves the position before the next chunk: the consumer has taken all rows before it. */
  const saved = Effect.suspend(() => {
    const { save } = sources
    if (!isDue || save === undefined) return Effect.void
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (now - savedAt < pause) return Effect.void
      return Effect.map(save(machine.positions(), machine.rows()), () => {
        savedAt = now
        isDue = false
      })
    })
  })
  const step: Effect.Effect<
    Option.Option<readonly [Chunk.Chunk<Event<Common> | Settled>, number]>,
    E | MarketDataError
  > = Effect.suspend(() => {
    // Interrupted between emitting a chunk and ending the pull, a stream loses it.
    if (chunk.length > 0) return Effect.zipRight(start, inOneGo(Effect.succeedSome([chunk, position + 1] as const)))
    if (end !== undefined) return Exit.isSuccess(end) ? Effect.succeedNone : Effect.failCause(end.cause)
    return start.pipe(Effect.zipRight(arrived), Effect.zipRight(ready), Effect.zipRight(step))
  })
  const next = (index: number) =>
    Effect.suspend(() => {
      // A pull that was interrupted is repeated with the same index.
      // protects: A pull of live events that is repeated after an interruption gives the same chunk.
      // mutant: "at whichever step a pull is interrupted": always
      if (index !== position) {
        position = index
        isDue = isDue || chunk.length > 0
        chunk = Chunk.empty()
      }
      return Effect.zipRight(saved, step)
    })
  return Stream.unfoldChunkEffect(0, next)
}
