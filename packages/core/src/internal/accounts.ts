/**
 * Notices a layer that was built on one account and is used on another.
 *
 * Effect builds a layer once in a program, by its reference. A constant such as `Layer.mergeAll(Stocks.layer, Forex.layer)` that is provided with two
 * connections is built on the first one, and what is above the second would send the first one's key. When a built layer is found again, nothing of it runs
 * but the changes that it made to `FiberRef`s: they are applied again, in the context of the place that uses it. So what is built on a connection leaves its
 * mark in a `FiberRef`, and applying the mark again compares the connections.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Differ from "effect/Differ"
import * as Effect from "effect/Effect"
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

/** A service that is a connection, or is on one. */
type Service = Account | { readonly connection: Account }

/** Something that was built on the service of a tag, or the service itself. */
interface Mark {
  readonly key: string
  readonly account: Account
  readonly isService: boolean
}

interface Marks {
  readonly all: ReadonlyArray<Mark>
  /** Fiber that left the last one. */
  readonly fiber: FiberId.FiberId | undefined
}

interface Change {
  readonly added: ReadonlyArray<Mark>
  readonly removed: ReadonlyArray<Mark>
  /** Marks of what a layer has built on services of its context. */
  readonly outer: ReadonlyArray<Mark>
  readonly memoMap: unknown
}

/** Number of marks that are kept, more than a layer leaves: a fiber that builds layers for ever does not keep all their connections. */
const most = 64

const here = () => {
  const fiber = Option.getOrUndefined(Fiber.getCurrentFiber())
  return { fiber: fiber?.id(), services: (fiber?.currentContext ?? Context.empty()).unsafeMap }
}

const accountOf = (service: Service): Account => ("connection" in service ? service.connection : service)

const nearest = (services: ReadonlyMap<string, unknown>, key: string): Account | undefined => {
  const service = services.get(key) as Service | undefined
  return service && accountOf(service)
}

const isSame = (one: Account, other: Account) =>
  one === other ||
  (one.baseUrl.href === other.baseUrl.href && Redacted.value(one.apiKey) === Redacted.value(other.apiKey))

const without = (marks: ReadonlyArray<Mark>, others: ReadonlyArray<Mark>) =>
  marks.filter((mark) => !others.includes(mark))

const diff = (before: Marks, after: Marks): Change => {
  const { fiber, services } = here()
  const added = without(after.all, before.all)
  const isOuter = ({ account, isService, key }: Mark) =>
    !isService &&
    nearest(services, key) === account &&
    !added.some((other) => other.isService && other.key === key && other.account === account)
  return {
    added,
    removed: without(before.all, after.all),
    // A fiber that joins another one asks for the change, too: what the other one built is on the other one's context.
    outer: after.fiber === fiber ? added.filter(isOuter) : [],
    memoMap: services.get(Layer.CurrentMemoMap.key),
  }
}

const patch = ({ added, memoMap, outer, removed }: Change, { all }: Marks): Marks => {
  const { fiber, services } = here()
  if (services.get(Layer.CurrentMemoMap.key) === memoMap) {
    for (const { account, key } of outer) {
      const other = nearest(services, key)
      if (other !== undefined && !isSame(account, other)) throw crossed(account, other)
    }
  }
  return { all: [...without(without(all, removed), added), ...added].slice(-most), fiber }
}

const crossed = (built: Account, used: Account) => {
  const [first, second] = [built, used].map(({ baseUrl, keyFrom }) => `${baseUrl.origin} with the key of ${keyFrom}`)
  return new Cause.RuntimeException(
    `A layer that was built on one account (${first}) is provided with another one (${second}), and would send the first one's key. ` +
      "Effect builds a constant layer once: make it anew for each account, with a function that returns it or with Layer.fresh.",
  )
}

const none: Change = { added: [], removed: [], outer: [], memoMap: undefined }

const marks: FiberRef.FiberRef<Marks> = /* @__PURE__ */ FiberRef.unsafeMakePatch<Marks, Change>(
  { all: [], fiber: undefined },
  {
    differ: /* @__PURE__ */ Differ.make<Marks, Change>({
      empty: none,
      diff,
      patch,
      combine: (first, second) => ({
        added: [...first.added, ...second.added],
        removed: [...first.removed, ...second.removed],
        outer: [...first.outer, ...second.outer],
        memoMap: second.memoMap,
      }),
    }),
    fork: none,
    join: (_, { all }) => ({ all, fiber: here().fiber }),
  },
)

const leave = (key: string, service: Service, isService: boolean) =>
  FiberRef.update(marks, ({ all }) => ({
    all: [...all, { key, account: accountOf(service), isService }].slice(-most),
    fiber: here().fiber,
  }))

/** Marks the service that a layer makes for a tag. */
export const made =
  <I, S extends Service>(tag: Context.Tag<I, S>) =>
  <E, R>(service: Effect.Effect<S, E, R>): Effect.Effect<S, E, R> =>
    Effect.tap(service, (service) => leave(tag.key, service, true))

/** Returns the service of the context, and marks that something is built on it. */
export const taken = <I, S extends Service>(tag: Context.Tag<I, S>): Effect.Effect<S, never, I> =>
  Effect.tap(tag, (service) => leave(tag.key, service, false))

/**
 * Makes a value for each key once, while the key is in use. A layer that is built anew at each place where it stands is also built twice by `Layer.provideMerge`:
 * those that stand on the same services share what they make.
 */
export const onceFor = <K extends object, A, E = never, R = never>(
  make: (key: K) => Effect.Effect<A, E, R>,
): ((key: K) => Effect.Effect<A, E, R>) => {
  const made = new WeakMap<K, A>()
  return (key) =>
    Effect.suspend(() => {
      const known = made.get(key)
      return known !== undefined
        ? Effect.succeed(known)
        : Effect.map(make(key), (value) => made.get(key) ?? (made.set(key, value), value))
    })
}
