/**
 * Several accounts in one program: each request carries the key of the connection that stands
 * nearest, or the layer that would cross them says so.
 */
import * as Catalog from "@candela/catalog/Catalog"
import { Cache } from "@candela/core/Cache"
import { Checkpoints } from "@candela/core/Checkpoints"
import { Connection } from "@candela/core/Connection"
import { MarketData } from "@candela/core/MarketData"
import * as Retry from "@candela/core/Retry"
import * as UnknownFields from "@candela/core/UnknownFields"
import { Forex } from "@candela/forex"
import { Stocks } from "@candela/stocks"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as KeyValueStore from "@effect/platform/KeyValueStore"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Context, Effect, Exit, Layer, LayerMap, ManagedRuntime, RcMap } from "effect"
import { sampled } from "@candela/support/seeded"

type Client = HttpClient.HttpClient
/** All services, and tags of a program's own: the types of the catalogue do not tell them apart. */
interface Services {
  readonly _: unique symbol
}
type Service = Readonly<Record<string, Catalog.Method>>
type Tag = Context.Tag<Services, Service>
/** A layer of services for a key. */
type Account = (key: string) => Layer.Layer<Services, never, Client>

class First extends Context.Tag("First")<First, Service>() {}
class Second extends Context.Tag("Second")<Second, Service>() {}
const [first, second] = [First, Second] as unknown as readonly [Tag, Tag]

const connection = (apiKey: string) =>
  Layer.orDie(MarketData.layer({ baseUrl: "http://service.test", apiKey, retry: Retry.none }))

/** Runs a program, and gives the keys of its requests. Nothing is found. */
const keysOf = (program: Effect.Effect<unknown, never, Client>) =>
  Effect.suspend(() => {
    const keys: Array<string> = []
    const client = HttpClient.make((request) =>
      Effect.sync(() => {
        keys.push(request.headers["authorization"]!.slice("Bearer ".length))
        return HttpClientResponse.fromWeb(request, new Response("{}", { status: 404 }))
      }),
    )
    return Effect.as(Effect.provideService(program, HttpClient.HttpClient, client), keys)
  })

/** Programs that call `a` and then `b`. */
const programs: Readonly<
  Record<
    string,
    (
      tag: Tag,
      call: (service: Service) => Effect.Effect<unknown>,
      account: Account,
    ) => Effect.Effect<unknown, never, Client>
  >
> = {
  "two tags in one layer": (tag, call, account) => {
    const under = (name: Tag, key: string) => Layer.effect(name, tag).pipe(Layer.provide(account(key)))
    return Effect.all([Effect.flatMap(first, call), Effect.flatMap(second, call)]).pipe(
      Effect.provide(Layer.mergeAll(under(first, "a"), under(second, "b"))),
    )
  },
  "a LayerMap": (tag, call, account) =>
    LayerMap.make(account, { idleTimeToLive: "1 minute" }).pipe(
      Effect.flatMap((tenants) =>
        Effect.forEach(["a", "b", "a", "b"], (key) => Effect.provide(Effect.flatMap(tag, call), tenants.get(key))),
      ),
      Effect.scoped,
    ),
  "a LayerMap in a layer": (tag, call, account) => {
    class Tenants extends Context.Tag("Tenants")<Tenants, LayerMap.LayerMap<string, Services>>() {}
    return Effect.flatMap(Tenants, (tenants) =>
      Effect.forEach(["a", "b"], (key) => Effect.provide(Effect.flatMap(tag, call), tenants.get(key))),
    ).pipe(Effect.provide(Layer.scoped(Tenants, LayerMap.make(account, { idleTimeToLive: "1 minute" }))))
  },
  "an RcMap": (tag, call, account) =>
    RcMap.make({ lookup: (key: string) => Layer.build(account(key)) }).pipe(
      Effect.flatMap((tenants) =>
        Effect.forEach(["a", "b"], (key) =>
          Effect.flatMap(RcMap.get(tenants, key), (context) => Effect.provide(Effect.flatMap(tag, call), context)),
        ),
      ),
      Effect.scoped,
    ),
  "two runtimes with one memo map": (tag, call, account) =>
    Effect.gen(function* () {
      const client = Layer.succeed(HttpClient.HttpClient, yield* HttpClient.HttpClient)
      const memoMap = yield* Layer.makeMemoMap
      for (const key of ["a", "b"]) {
        const runtime = ManagedRuntime.make(Layer.provide(account(key), client), memoMap)
        yield* Effect.addFinalizer(() => runtime.disposeEffect)
        yield* yield* Effect.promise(() => runtime.runPromiseExit(Effect.flatMap(tag, call)))
      }
    }).pipe(Effect.scoped),
  "one provided within the other": (tag, call, account) =>
    Effect.flatMap(tag, call).pipe(
      Effect.zipRight(Effect.provide(Effect.flatMap(tag, call), account("b"))),
      Effect.provide(account("a")),
    ),
}

const memory = KeyValueStore.layerMemory
const store: Checkpoints["Type"] = {
  load: () => Effect.succeedNone,
  save: () => Effect.void,
  remove: () => Effect.void,
}

/** Layers between a service and its connection, each made once. */
const wrappers: Readonly<Record<string, Layer.Layer<MarketData, never, MarketData>>> = {
  nothing: Layer.effect(MarketData, MarketData).pipe(Layer.fresh),
  "UnknownFields.layer": UnknownFields.layer,
  "Checkpoints.layer": Layer.fresh(Layer.provide(Checkpoints.layer, memory)),
  "Checkpoints.layerMemory": Checkpoints.layerMemory,
}

/** Layers that are built for each connection, though a program makes them once. */
const built = ["Checkpoints.layerOf"]

/** Layers that a program makes once. */
const constants: Readonly<Record<string, Layer.Layer<MarketData, never, MarketData>>> = {
  "Checkpoints.layerOf": Checkpoints.layerOf(store),
  "Cache.layer": Layer.orDie(Layer.provide(Cache.layer(), memory)),
  "UnknownFields.layer and Checkpoints.layerMemory": Layer.provide(UnknownFields.layer, Checkpoints.layerMemory),
  "a layer that changes the connection": Layer.effect(
    MarketData,
    Effect.map(MarketData, (service) => ({ ...service, deadline: "1 minute" as const })),
  ),
}

type Live = Layer.Layer<Services, never, MarketData>
const services = Catalog.services.map(({ endpoints: [entry], name, tag }) => ({
  name,
  tag: tag as unknown as Tag,
  layer: tag.layer as Live,
  call: (service: Service) => Effect.exit(service[entry!.method]!(entry!.example)),
}))
const stocks = services.find(({ name }) => name === "stocks")!
const live = Layer.mergeAll(Stocks.layer, Forex.layer) as unknown as Live

const assertCrossed = (exit: Exit.Exit<unknown>) => {
  const [defect] = Exit.isFailure(exit) ? Cause.defects(exit.cause) : []
  assert.match(String(defect), /built on one account .* is provided with another one/)
  assert.notMatch(String(defect), /key of [ab]\b/)
}

/** Each service on each wrapper. */
const cases = services.flatMap((service) =>
  Object.entries(wrappers).map(([wrapper, wrapping]) => ({ ...service, wrapper, wrapping })),
)

describe("several accounts", () => {
  for (const [place, [way, program]] of Object.entries(programs).entries()) {
    const calls = way === "a LayerMap" ? ["a", "b", "a", "b"] : ["a", "b"]
    /** Whether Effect builds a constant once for the whole program. */
    const isShared = !["an RcMap", "one provided within the other"].includes(way)

    it.effect(`${way}: each service sends the key of its own`, () =>
      Effect.forEach(sampled(cases, place), ({ call, layer, name, tag, wrapper, wrapping }) =>
        Effect.gen(function* () {
          const account = (key: string) => layer.pipe(Layer.provide(wrapping), Layer.provide(connection(key)))
          assert.deepStrictEqual(yield* keysOf(program(tag, call, account)), calls, `${name} on ${wrapper}`)
        }),
      ),
    )

    it.effect(`${way}: a constant of the program sends no foreign key`, () =>
      Effect.gen(function* () {
        const { call, layer, tag } = stocks
        const onConstant = (constant: Live) => (key: string) => Layer.provide(constant, connection(key))
        const layerOn = MarketData.layerOn({ retry: Retry.none })
        const own = Layer.effect(
          tag,
          Effect.map(tag, (service) => ({ ...service })),
        )
        const renamed = Layer.provide(
          Layer.effect(
            tag,
            Effect.map(first, (service) => service),
          ),
          Layer.effect(first, tag),
        )
        const accounts: Readonly<Record<string, Account>> = {
          "several services": onConstant(live),
          "several services beside their connection": (key) => Layer.provideMerge(live, connection(key)),
          "a service of make": onConstant(
            Layer.effect(tag, Stocks.make as unknown as Effect.Effect<Service, never, MarketData>),
          ),
          "a service of the program": onConstant(
            Layer.effect(
              tag,
              Effect.gen(function* () {
                const own = yield* tag
                return { ...own }
              }),
            ).pipe(
              (own) => Layer.provide(own, layer),
              (own) => Layer.merge(own, Layer.empty),
            ),
          ),
          "a service of the program on one of ours": (key) => Layer.provide(own, Layer.provide(layer, connection(key))),
          "a service of the program with another tag": (key) =>
            Layer.provide(renamed, Layer.provide(layer, connection(key))),
          "the catalogue": onConstant(Layer.merge(Catalog.layer as Live, Layer.empty)),
          "MarketData.layerOn": (key) =>
            layer.pipe(
              Layer.provide(layerOn),
              Layer.provide(Layer.orDie(Connection.layer({ baseUrl: "http://service.test", apiKey: key }))),
              Layer.orDie,
            ),
          ...Object.fromEntries(
            Object.entries(constants).map(([name, constant]) => [
              name,
              (key: string) => layer.pipe(Layer.provide(constant), Layer.provide(connection(key))),
            ]),
          ),
        }
        for (const [name, account] of Object.entries(accounts)) {
          const exit = yield* Effect.exit(keysOf(program(tag, call, account)))
          if (isShared && !built.includes(name)) assertCrossed(exit)
          else assert.deepStrictEqual(exit, Exit.succeed(calls), name)
        }
      }),
    )
  }

  const under = (name: Tag, layer: Layer.Layer<Services, never, Client>) =>
    Layer.effect(name, stocks.tag).pipe(Layer.provide(layer))
  const both = Effect.all([Effect.flatMap(first, stocks.call), Effect.flatMap(second, stocks.call)])

  it.effect("may share a constant if they have the same key, or are one", () =>
    Effect.gen(function* () {
      const one = connection("a")
      for (const other of [one, connection("a")]) {
        const layers = Layer.mergeAll(under(first, Layer.provide(live, one)), under(second, Layer.provide(live, other)))
        assert.deepStrictEqual(yield* keysOf(Effect.provide(both, layers)), ["a", "a"])
      }
    }),
  )

  it.effect("use a layer with its own connection anywhere, also within another account", () =>
    Effect.gen(function* () {
      const [a, b] = [connection("a"), connection("b")]
      const closed = Layer.provide(live, a)
      const inside = Layer.mergeAll(under(first, closed), Layer.provideMerge(under(second, closed), b))
      assert.deepStrictEqual(yield* keysOf(Effect.provide(both, inside)), ["a", "a"])
      const main = Layer.mergeAll(under(first, closed), Layer.provideMerge(Layer.fresh(live), b))
      const calls = Effect.all([Effect.flatMap(first, stocks.call), Effect.flatMap(stocks.tag, stocks.call)])
      assert.deepStrictEqual(yield* keysOf(Effect.provide(calls, main)), ["a", "b"])
    }),
  )

  it.effect("are told apart by fibers that join, each with its own layers", () =>
    Effect.gen(function* () {
      const call = Effect.flatMap(stocks.tag, stocks.call)
      const of = (key: string) => Effect.provide(call, Layer.provide(live, connection(key)))
      const program = Effect.forEach(["a", "b", "c"], of, { concurrency: 3 }).pipe(
        Effect.zipRight(call),
        Effect.provide(Layer.provideMerge(live, connection("d"))),
      )
      const keys = yield* keysOf(program)
      assert.deepStrictEqual([...keys].sort(), ["a", "b", "c", "d"])
      const lent = Effect.flatMap(Layer.build(connection("a")), (context) =>
        Effect.all([Effect.provide(Effect.provide(call, live), context), call], { concurrency: 2 }),
      )
      const lending = Effect.provide(Effect.scoped(lent), Layer.provideMerge(live, connection("d")))
      assert.deepStrictEqual([...(yield* keysOf(lending))].sort(), ["a", "d"])
    }),
  )

  it.effect("have one service each: a layer that Layer.provideMerge builds twice makes one", () =>
    Effect.gen(function* () {
      const pair = Layer.provideMerge(Layer.effect(first, stocks.tag), stocks.layer).pipe(
        Layer.provide(connection("a")),
      )
      const same = Effect.zipWith(first, stocks.tag, (one, other) => assert.strictEqual(one, other))
      assert.deepStrictEqual(yield* keysOf(Effect.provide(same, pair)), [])
      const stored = Layer.effect(
        first,
        Effect.map(Checkpoints, (store) => store as never),
      ).pipe(Layer.provideMerge(Checkpoints.layerMemory), Layer.provide(connection("a")))
      const one = Effect.zipWith(first, Checkpoints, (one, other) => assert.strictEqual<unknown>(one, other))
      assert.deepStrictEqual(yield* keysOf(Effect.provide(one, stored)), [])
    }),
  )
})
