/**
 * The live channel: the service's WebSocket protocol on the data set, by the sandbox's clock.
 *
 * Sessions, subscriptions and events are the same on a port and in process: a server passes each connection's frames
 * to {@link Live.open}.
 *
 * @module
 */
import * as LiveFaults from "@candela/testing/LiveFaults"
import * as Status from "@candela/testing/internal/LiveStatus"
import { Duration, Effect, type Fiber, FiberId, FiberSet, Runtime, type Scope } from "effect"
import * as Subscription from "../access/Subscription.js"
import type { Store } from "../store/Store.js"
import { turn } from "../store/turns.js"
import * as Agenda from "./Agenda.js"
import * as Faulty from "./Faulty.js"
import * as Path from "./Path.js"
import type { Handlers, Peer } from "./Peer.js"
import type { Present } from "./Present.js"
import * as Session from "./Session.js"
import { topics } from "./topics/all.js"
import type { LiveTopic } from "./topics/LiveTopic.js"

/** How the live channel behaves, also where the service's own behaviour is not settled. */
export interface Options {
  /** Time in which a client must send its key. Default 10 seconds. */
  readonly authTimeout?: Duration.DurationInput | undefined
  /** Number of connections of a key for each path. Default 1. */
  readonly connections?: number | undefined
  /**
   * Which connection is ended when a key has too many: the one that is `"older"`, or the new one. Default `"older"`.
   */
  readonly evicted?: "older" | "newer" | undefined
  /** Whether all answers to a message come in one frame, or each in its own. Default `"together"`. */
  readonly answers?: Session.Manners["answers"] | undefined
  /** Whether a pair that is subscribed already is acknowledged again. Default true. */
  readonly repeated?: boolean | undefined
  /** How often an event is sent to who subscribed its ticker and all tickers. Default `"once"`. */
  readonly overlap?: "once" | "twice" | undefined
  /** Faults of the frames that are sent. Default none. */
  readonly faults?: LiveFaults.Options | undefined
}

/** The live channel. */
export interface Live {
  /** Begins the session of a connection to a path. */
  readonly open: (path: Path.Path, peer: Peer) => Handlers
}

/** What the live channel stands on. */
export interface Ground {
  /** The sandbox's present, by which events are sent. */
  readonly present: Present
  /** Known keys, with their plans. */
  readonly keys: Readonly<Record<string, Subscription.Name>>
  /** Seed of the data, also of faults that have none of their own. */
  readonly seed: number
}

/** A path with sessions. */
interface Channel {
  readonly path: Path.Path
  readonly agenda: Agenda.Agenda
  readonly sessions: Set<Session.LiveSession>
  /** Sessions of each pair. */
  readonly wanted: Map<string, Set<Session.LiveSession>>
  /** Sessions of each key, the oldest one first. */
  readonly known: Map<string, Array<Session.LiveSession>>
}

/** Time after which frames are tried again that a client did not take. */
const retry = "10 millis"

const isOf = ({ cluster, host }: Path.Path, topic: LiveTopic) =>
  topic.cluster === cluster &&
  topic.feed === (host === "delayed" ? "market" : host) &&
  (host !== "delayed" || topic.delayed)

const shiftOf = ({ host }: Path.Path) => (host === "delayed" ? Path.delay : 0)

/** Makes the live channel. Its events are sent for the duration of the scope. */
export const make = (
  { keys, present, seed }: Ground,
  options: Options = {},
): Effect.Effect<Live, never, Scope.Scope | Store> =>
  Effect.gen(function* () {
    const { answers = "together", connections = 1, evicted = "older", overlap = "once", repeated = true } = options
    const authTimeout = Duration.decode(options.authTimeout ?? "10 seconds")
    const runtime = yield* Effect.runtime<Store>()
    const run = Runtime.runFork(runtime)
    const fibers = yield* FiberSet.make<unknown>()
    const faults = yield* LiveFaults.make({ seed, ...options.faults })
    const latency = Duration.decode(options.faults?.latency ?? "1 second")
    const later = (act: () => void) =>
      FiberSet.unsafeAdd(fibers, run(Effect.zipRight(Effect.sleep(latency), Effect.sync(act))))
    const channels = new Map<string, Channel>()
    let wake = () => {}

    const channelOf = (path: Path.Path): Channel => {
      const name = Path.format(path)
      const found = channels.get(name)
      if (found !== undefined) return found
      const agenda = Agenda.make(present.end - shiftOf(path))
      const made = { path, agenda, sessions: new Set<Session.LiveSession>(), wanted: new Map(), known: new Map() }
      channels.set(name, made)
      return made
    }

    const open = (path: Path.Path, peer: Peer): Handlers => {
      const channel = channelOf(path)
      const { agenda, known, sessions, wanted } = channel
      const now = () => present.now() - shiftOf(path)
      let waiting: Fiber.RuntimeFiber<unknown> | undefined
      let ownKey: string | undefined

      const admit = (key: string) => {
        // protects: What every object inherits is no key.
        // mutant: "is refused with the service's words": Object.hasOwn(keys, key → (key in keys
        if (!Object.hasOwn(keys, key)) return Status.wrongKey
        if (!Path.isIncluded(path, Subscription.plans[keys[key]!])) return Status.wrongPlan
        if (ownKey !== undefined) return undefined
        ownKey = key
        waiting?.unsafeInterruptAsFork(FiberId.none)
        const same = known.get(key) ?? []
        known.set(key, same)
        same.push(session)
        if (same.length > connections) {
          const surplus = evicted === "older" ? same[0]! : session
          // The new one learns first that its key is right.
          queueMicrotask(() => surplus.end(Status.maxConnections))
        }
        return undefined
      }

      const find = (text: string) => {
        const dot = text.indexOf(".")
        const [code, ticker] = [text.slice(0, dot), text.slice(dot + 1)]
        const ofCluster = topics.filter((topic) => topic.cluster === path.cluster && topic.code === code)
        if (ofCluster.length === 0 || ticker === "") return "unknown"
        const topic = ofCluster.find((topic) => isOf(path, topic))
        return topic === undefined ? "refused" : { topic, ticker }
      }

      const nameOf = ({ ticker, topic }: Agenda.WirePair) => `${topic.code}.${ticker}`

      const session: Session.LiveSession = Session.make(
        Faulty.make(peer, faults.connect(Path.format(path)), later),
        {
          admit,
          find,
          want: (pair) => {
            const name = nameOf(pair)
            const all = wanted.get(name) ?? new Set()
            if (all.size === 0) agenda.add(pair, now())
            wanted.set(name, all.add(session))
            wake()
          },
          leave: (pair) => {
            const all = wanted.get(nameOf(pair))
            all?.delete(session)
            if (all?.size !== 0) return
            wanted.delete(nameOf(pair))
            agenda.remove(pair, now())
            wake()
          },
          gone: () => {
            sessions.delete(session)
            waiting?.unsafeInterruptAsFork(FiberId.none)
            const same = known.get(ownKey ?? "")?.filter((other) => other !== session) ?? []
            if (ownKey !== undefined) known.set(ownKey, same)
          },
        },
        { answers, repeated },
      )
      sessions.add(session)
      if (ownKey === undefined) {
        waiting = run(Effect.zipRight(Effect.sleep(authTimeout), Effect.sync(session.expire)))
        FiberSet.unsafeAdd(fibers, waiting)
      }
      return session
    }

    const publish = ({ agenda, path, sessions, wanted }: Channel) => {
      for (const { code, text, ticker } of agenda.take(present.now() - shiftOf(path))) {
        const one = wanted.get(`${code}.${ticker}`)
        const all = wanted.get(`${code}.${Agenda.wildcard}`)
        one?.forEach((session) => session.put(text))
        all?.forEach((session) => (overlap === "once" && one?.has(session) ? undefined : session.put(text)))
      }
      sessions.forEach((session) => session.flush())
    }

    const every = () => [...channels.values()].flatMap(({ sessions }) => [...sessions])

    /** Waits until all clients have taken the last events, where time waits for them. */
    const taken = present.waits
      ? Effect.repeat(turn, { until: () => every().every((session) => session.isDone()) })
      : Effect.void

    const step = Effect.gen(function* () {
      const woken = yield* Effect.makeLatch()
      wake = () => Effect.runSync(woken.open)
      const instants = yield* Effect.forEach([...channels.values()], ({ agenda, path }) =>
        Effect.map(agenda.next, (at) => (at === undefined ? Infinity : at + shiftOf(path))),
      )
      const following = Math.min(Infinity, ...instants)
      const arrives = following === Infinity ? Effect.never : present.until(following)
      const isBehind = every().some((session) => session.isBehind())
      yield* Effect.raceFirst(Effect.raceFirst(arrives, isBehind ? Effect.sleep(retry) : Effect.never), woken.await)
      channels.forEach(publish)
      yield* taken
    })

    yield* Effect.forkScoped(
      Effect.catchAllCause(Effect.forever(step), (cause) =>
        Effect.logError("The live channel of the sandbox failed: no further events are sent", cause),
      ),
    )
    yield* Effect.addFinalizer(() => Effect.sync(() => every().forEach((session) => session.gone())))
    return { open }
  })
