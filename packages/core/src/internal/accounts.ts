/**
 * Notices a layer that was built on one account and is used on another.
 *
 * Effect builds a layer once in a program, by its reference. A constant such as
 * `Layer.mergeAll(Stocks.layer, Forex.layer)` that is provided with two connections is built on the
 * first one, and what is above the second would send the first one's key. None of the layer's code runs
 * when Effect finds it again. But Effect records how a layer changes `FiberRef`s, and applies the same
 * change again wherever it uses the built layer. So this module keeps a `FiberRef` for its change alone:
 *
 * 1. Whoever reads a service with a connection (`yield* Stocks`) leaves a {@link Mark} in the
 *    `FiberRef`: {@link leave}.
 * 2. When a layer is built, Effect asks what has changed: the marks of services that came from
 *    outside the layer ({@link diff}).
 * 3. When the built layer is found again, Effect applies the change: each of those services must be
 *    on the same account at the new place ({@link patch}).
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Differ from "effect/Differ"
import * as Effect from "effect/Effect"
import * as Effectable from "effect/Effectable"
import * as Fiber from "effect/Fiber"
import type * as FiberId from "effect/FiberId"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

/** What tells accounts apart: the connection. */
interface Account {
  readonly baseUrl: URL
  readonly apiKey: Redacted.Redacted
  readonly keyFrom: string
}

/** The service of a tag has been read, or made. */
interface Mark {
  readonly key: string
  readonly account: Account
  readonly isMade: boolean
}

interface Marks {
  readonly all: ReadonlyArray<Mark>
  /** Fiber that left the last one. */
  readonly fiber: FiberId.FiberId | undefined
}

/** How a layer changes the marks. */
interface Change {
  readonly added: ReadonlyArray<Mark>
  /** Those of `added` that are services from outside the layer. */
  readonly outer: ReadonlyArray<Mark>
  /** Memory of built layers. The change is only compared where a layer of the same memory is found. */
  readonly memoMap: unknown
}

/**
 * Number of marks that are kept, more than a layer leaves: a fiber that builds layers for ever does
 * not keep all their connections.
 */
const most = 64

const here = () => {
  const fiber = Option.getOrUndefined(Fiber.getCurrentFiber())
  return { fiber: fiber?.id(), services: (fiber?.currentContext ?? Context.empty()).unsafeMap }
}

/** Accounts of services that do not show their connection: those of the domains. */
const accounts = new WeakMap<object, Account>()

/**
 * Returns the account of a service: of a connection, of what has one, or of a domain's service. `undefined` for a mock.
 */
const accountOf = (service: unknown): Account | undefined => {
  if (typeof service !== "object" || service === null) return undefined
  if ("connection" in service) return service.connection as Account
  return "apiKey" in service ? (service as Account) : accounts.get(service)
}

// protects: Accounts are told apart by their keys.
// mutant: ": a constant of the program sends no foreign key": without && Redacted.value(one.apiKey) ===
// Redacted.value(other.apiKey)
const isSame = (one: Account, other: Account) =>
  one === other ||
  (one.baseUrl.href === other.baseUrl.href && Redacted.value(one.apiKey) === Redacted.value(other.apiKey))

const without = (marks: ReadonlyArray<Mark>, others: ReadonlyArray<Mark>) =>
  marks.filter((mark) => !others.includes(mark))

const diff = (before: Marks, after: Marks): Change => {
  const { fiber, services } = here()
  const added = without(after.all, before.all)
  const isOuter = ({ account, isMade, key }: Mark) =>
    !isMade &&
    accountOf(services.get(key)) === account &&
    !added.some((other) => other.isMade && other.key === key && other.account === account)
  return {
    added,
    // A fiber that joins another one asks for the change, too: what the other one read is of the other one's context.
    // protects: A fiber may join another one that has layers of another account.
    // mutant: "are told apart by fibers that join, each with its own layers": after.fiber === fiber ?
    // added.filter(isOuter) : [] → added.filter((mark) => !mark.isMade)
    outer: after.fiber === fiber ? added.filter(isOuter) : [],
    memoMap: services.get(Layer.CurrentMemoMap.key),
  }
}

const patch = ({ added, memoMap, outer }: Change, { all }: Marks): Marks => {
  const { fiber, services } = here()
  if (services.get(Layer.CurrentMemoMap.key) === memoMap) {
    for (const { account, key } of outer) {
      const other = accountOf(services.get(key))
      // protects: A layer that was built on another account is not used.
      // mutant: ": a constant of the program sends no foreign key": if (other !== undefined && !isSame(account, other))
      // throw crossed(account, other → nearest(services, key
      if (other !== undefined && !isSame(account, other)) throw crossed(account, other)
    }
  }
  return { all: [...without(all, added), ...added].slice(-most), fiber }
}

const crossed = (built: Account, used: Account) => {
  const [first, second] = [built, used].map(({ baseUrl, keyFrom }) => `${baseUrl.origin} with the key of ${keyFrom}`)
  return new Cause.RuntimeException(
    `A layer that was built on one account (${first}) is provided with another one (${second}), and would send the first one's key. ` +
      "Effect builds a constant layer once: make it anew for each account, with a function that returns it or with Layer.fresh.",
  )
}

const none: Change = { added: [], outer: [], memoMap: undefined }

const marks: FiberRef.FiberRef<Marks> = /* @__PURE__ */ FiberRef.unsafeMakePatch<Marks, Change>(
  { all: [], fiber: undefined },
  {
    differ: /* @__PURE__ */ Differ.make<Marks, Change>({
      empty: none,
      diff,
      patch,
      combine: (first, second) => ({
        added: [...first.added, ...second.added],
        outer: [...first.outer, ...second.outer],
        memoMap: second.memoMap,
      }),
    }),
    fork: none,
    join: (_, { all }) => ({ all, fiber: here().fiber }),
  },
)

const leave = (key: string, service: unknown, isMade: boolean): Effect.Effect<void> => {
  const account = accountOf(service)
  if (account === undefined) return Effect.void
  const mark = { key, account, isMade }
  return FiberRef.update(marks, ({ all }) => ({ all: [...all, mark].slice(-most), fiber: here().fiber }))
}

/**
 * Makes each read of a tag leave a mark, also in layers of a program: `Layer.effect(Prices, Effect.map(Stocks, f))`.
 * A tag is an effect, which Effect runs by its `_op`: with that of `Effectable.Class` it runs `commit`.
 */
const watched = <I, S>(tag: Context.Tag<I, S>): Context.Tag<I, S> => {
  if (Object.hasOwn(tag, "commit")) return tag
  const service = Effect.map(Effect.context<I>(), (context) => Context.get(context, tag))
  const commit = () => Effect.tap(service, (service) => leave(tag.key, service, false))
  const { _op } = Effectable.CommitPrototype as unknown as { readonly _op: unknown }
  // protects: A program's own layer that reads a service is compared, too.
  // mutant: "a constant of the program sends no foreign key": Object.assign(tag, { _op, → _op ? tag :
  // Object.assign(tag, {
  return Object.assign(tag, { _op, commit })
}

/** Marks the service that a layer makes for a tag. From now on each read of the tag leaves a mark, too. */
export const made =
  <I, S>(tag: Context.Tag<I, S>) =>
  <E, R>(service: Effect.Effect<S, E, R>): Effect.Effect<S, E, R> =>
    Effect.tap(service, (service) => leave(watched(tag).key, service, true))

/** Returns the service of the context, and marks that something is built on it. */
export const taken = <I, S>(tag: Context.Tag<I, S>): Effect.Effect<S, never, I> => Effect.suspend(() => watched(tag))

/** Records the account of a service that does not show its connection. */
export const belongs = <S extends object>(service: S, account: Account): S => {
  accounts.set(service, account)
  return service
}

/**
 * Makes a value for each key once, while the key is in use. A layer that is built anew at each place where it
 * stands is also built twice by `Layer.provideMerge`: those that stand on the same services share what they make.
 */
export const onceFor = <K extends object, A, E = never, R = never>(
  make: (key: K) => Effect.Effect<A, E, R>,
): ((key: K) => Effect.Effect<A, E, R>) => {
  const made = new WeakMap<K, A>()
  return (key) =>
    Effect.suspend(() => {
      const known = made.get(key)
      // protects: A layer that Layer.provideMerge builds twice makes one service.
      // mutant: "have one service each": (made.set(key, value), value) → value
      return known !== undefined
        ? Effect.succeed(known)
        : Effect.map(make(key), (value) => made.get(key) ?? (made.set(key, value), value))
    })
}
