import { dayMillis, midnight } from "@candela/market/TimeZone"
import { Stocks } from "@candela/stocks"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Layer, Logger, TestClock } from "effect"
import * as Manifest from "../../src/internal/store/layout/manifest.js"
import { Machine } from "./memory.js"
import { bar, days, open, requested, requestsOf, service, stocks, supply } from "./support.js"

const at = (date: string) => midnight("America/New_York", date)

const daily = days("2022-11-01", "2024-02-10").map((day) => bar(day))
const range = { from: "2022-11-01", to: "2024-02-10" }
const universe = stocks(["AAPL"])
const folder = "bars/market=stocks/timespan=1day/ticker=AAPL"
const all = service(
  supply({
    bars: () => daily,
    splits: () => [{ ticker: "AAPL", execution_date: "2020-08-31" }],
    // A list without rows would be asked for again.
    ratios: () => [{ ticker: "AAPL", date: "2024-06-13", price: 1 }],
  }),
)

/** A store that has everything, and its files by period. */
const filled = Effect.gen(function* () {
  yield* TestClock.setTime(at("2024-06-14") + dayMillis / 2)
  const machine = new Machine()
  const store = yield* open(machine.fileSystem)
  yield* store.sync(universe, range)
  const sound = machine.contents("/store")
  const fileOf = (period: string) =>
    `/store/${[...sound.keys()].find((name) => name.startsWith(`${folder}/${period}`))!}`
  return { machine, store, sound, fileOf }
})

/** The bars that have been asked for, from and to, since a number of requests. */
const askedSince = (count: number) =>
  Effect.map(requested, (urls) =>
    urls
      .slice(count)
      .filter((url) => !url.includes("skip="))
      .map((url) => url.split("?")[0]!.split("/").slice(-2).map(Number)),
  )

describe("a file", () => {
  it.effect("that is lost or has another size is fetched again by the next sync, and nothing else is", () =>
    Effect.gen(function* () {
      const { fileOf, machine, sound, store } = yield* filled
      const before = (yield* requested).length
      machine.files.delete(fileOf("2023"))
      yield* store.sync(universe, range)
      assert.deepStrictEqual(yield* askedSince(before), [[at("2023-01-01"), at("2024-01-01") - 1]])
      assert.deepStrictEqual(machine.contents("/store"), sound)
      machine.files.get(fileOf("2022"))!.bytes = new Uint8Array(3)
      assert.isAbove(yield* requestsOf(store.sync(universe, range)), 0)
      assert.deepStrictEqual(machine.contents("/store"), sound)
    }).pipe(Effect.provide(all)),
  )

  it.effect("with other bytes is found by verify, is read no more, and is fetched again by the next sync", () =>
    Effect.gen(function* () {
      const { fileOf, machine, sound, store } = yield* filled
      assert.deepStrictEqual((yield* store.verify()).damages, [])
      const damaged = machine.files.get(fileOf("2023"))!
      damaged.bytes = damaged.bytes.map((byte, index) => (index === 500 ? byte ^ 1 : byte))
      const { bytes, damages, files, rows } = yield* store.verify(universe)
      assert.deepStrictEqual([files, rows], [4, daily.length + 1])
      assert.isAbove(bytes, 1000)
      assert.deepStrictEqual(damages, [
        { folder, file: fileOf("2023").split("/").at(-1)!, period: "2023", problem: "digest" },
      ])
      assert.notInclude(machine.contents("/store").get(`${folder}/_manifest.json`)!, '"2023"')
      assert.deepStrictEqual(yield* store.missing(universe, range), [
        { dataset: "bars", ticker: "AAPL", from: at("2023-01-01"), to: at("2024-01-01") },
      ])
      yield* store.sync(universe, range)
      assert.deepStrictEqual(machine.contents("/store"), sound)
      assert.deepStrictEqual((yield* store.verify()).damages, [])
    }).pipe(Effect.provide(all)),
  )

  it.effect("is not added to when it is damaged: it is fetched again whole", () =>
    Effect.gen(function* () {
      const { fileOf, machine, store } = yield* filled
      const damaged = machine.files.get(fileOf("2024"))!
      damaged.bytes = damaged.bytes.map((byte, index) => (index === 500 ? byte ^ 1 : byte))
      yield* store.doubt(universe, { from: "2024-02-01", to: "2024-02-03" })
      const before = (yield* requested).length
      yield* store.sync(universe, range)
      assert.deepStrictEqual(yield* askedSince(before), [[at("2024-01-01"), at("2024-02-11") - 1]])
      assert.deepStrictEqual((yield* store.verify()).damages, [])
    }).pipe(Effect.provide(all)),
  )

  it.effect("with another number of rows than its manifest says is damaged, whatever its digest", () =>
    Effect.gen(function* () {
      const { machine, sound, store } = yield* filled
      const file = machine.files.get(`/store/${folder}/_manifest.json`)!
      const manifest = Either.getOrThrow(Manifest.parse(new TextDecoder().decode(file.bytes)))
      const entry = manifest.files["2023"]!
      file.bytes = new TextEncoder().encode(
        Manifest.print(Manifest.withFile(manifest, "2023", { ...entry, rows: entry.rows + 1 })),
      )
      const { damages } = yield* store.verify(universe)
      assert.deepStrictEqual(damages, [{ folder, file: entry.file, period: "2023", problem: "rows" }])
      yield* store.sync(universe, range)
      assert.deepStrictEqual(machine.contents("/store"), sound)
      assert.deepStrictEqual((yield* store.verify()).damages, [])
    }).pipe(Effect.provide(all)),
  )

  it.effect("of each kind of damage is named", () =>
    Effect.gen(function* () {
      const { fileOf, machine, store } = yield* filled
      machine.files.delete(fileOf("2022"))
      machine.files.get(fileOf("2024"))!.bytes = new Uint8Array(1)
      machine.files.get("/store/splits/ticker=AAPL/_manifest.json")!.bytes = new TextEncoder().encode("{")
      const { damages } = yield* store.verify()
      assert.deepStrictEqual(
        damages.map(({ folder, problem }) => `${problem} ${folder}`),
        [`lost ${folder}`, `size ${folder}`, "manifest splits/ticker=AAPL"],
      )
    }).pipe(Effect.provide(all)),
  )
})

describe("a manifest", () => {
  it.effect("that is damaged or lost is made anew by the next sync", () =>
    Effect.gen(function* () {
      const { machine, sound, store } = yield* filled
      const manifest = `/store/${folder}/_manifest.json`
      for (const text of ["", "{}", "not JSON", sound.get("splits/ticker=AAPL/_manifest.json")!]) {
        machine.files.get(manifest)!.bytes = new TextEncoder().encode(text)
        yield* store.sync(universe, range)
        assert.deepStrictEqual(machine.contents("/store"), sound)
      }
      machine.files.delete(manifest)
      yield* store.sync(universe, range)
      assert.deepStrictEqual(machine.contents("/store"), sound)
    }).pipe(Effect.provide(all)),
  )

  it.effect("that a process was writing when it was killed does not stand in the way of the next one", () =>
    Effect.gen(function* () {
      const { fileOf, machine, sound, store } = yield* filled
      const put = () =>
        machine.files.set(`/store/${folder}/._manifest.json.part`, { bytes: new Uint8Array(10), flushed: true })
      put()
      yield* store.doubt(universe, { from: "2024-02-01", to: "2024-02-03" })
      machine.files.delete(fileOf("2023"))
      put()
      assert.strictEqual((yield* store.verify()).damages.length, 1)
      yield* store.sync(universe, range)
      assert.deepStrictEqual(machine.contents("/store"), sound)
    }).pipe(Effect.provide(all)),
  )
})

describe("compact", () => {
  it.effect("removes what no manifest names, and nothing of somebody else's", () =>
    Effect.gen(function* () {
      const { machine, sound, store } = yield* filled
      const put = (name: string) => machine.files.set(`/store/${name}`, { bytes: new Uint8Array(10), flushed: true })
      put(`${folder}/2023.00000000.jsonl`)
      put(`${folder}/.2023.00000000.jsonl.part`)
      put(`${folder}/notes.txt`)
      put("notes.txt")
      assert.deepStrictEqual(yield* store.compact, { files: 2, bytes: 20 })
      assert.deepStrictEqual(
        [...machine.contents("/store").keys()].sort(),
        [...sound.keys(), `${folder}/notes.txt`, "notes.txt"].sort(),
      )
      assert.deepStrictEqual(yield* store.compact, { files: 0, bytes: 0 })
    }).pipe(Effect.provide(all)),
  )
})

describe("remove", () => {
  it.effect("takes the bars of a universe, and splits and dividends with the last ones", () =>
    Effect.gen(function* () {
      const { machine, store } = yield* filled
      const week = stocks(["AAPL"], "week")
      yield* store.sync(week, { from: "2023-01-01", to: "2023-01-31" })
      const files = yield* store.remove(universe)
      assert.strictEqual(files.files, 4)
      assert.deepStrictEqual(
        [...machine.contents("/store").keys()]
          .map((name) => name.split("/").slice(0, 3).join("/"))
          .filter((name) => !name.includes(".")),
        ["bars/market=stocks/timespan=1week", "bars/market=stocks/timespan=1week"],
      )
      yield* store.remove(week)
      assert.deepStrictEqual([...machine.contents("/store").keys()], [])
      yield* store.sync(universe, range)
    }).pipe(Effect.provide(all)),
  )
})

describe("keep", () => {
  const rows = [
    { ticker: "AAPL", date: "2024-06-13", price: 190 },
    { ticker: "MSFT", date: "2024-06-13", price: 430 },
  ]
  const own = supply({ ratios: () => rows })

  it.effect("keeps a list of today once a day, so that a history comes about", () =>
    Effect.gen(function* () {
      const machine = new Machine()
      const store = yield* open(machine.fileSystem)
      const keep = store.keep(Stocks.endpoints.ratios, {})
      yield* TestClock.setTime(at("2024-06-13") + dayMillis / 2)
      const first = yield* keep
      assert.deepStrictEqual(
        { ...first, file: "" },
        { day: "2024-06-13", rows: 2, file: "", fetched: true, doubtful: false },
      )
      assert.match(first.file!, /^stocks\.ratios\/2024-06-13\.\w{8}\.jsonl$/)
      assert.strictEqual(yield* requestsOf(keep), 0)
      assert.deepStrictEqual(yield* keep, { ...first, fetched: false, doubtful: false })
      yield* TestClock.setTime(at("2024-06-14") + dayMillis / 2)
      yield* keep
      own.ratios = () => rows.slice(1)
      assert.strictEqual((yield* keep).rows, 2)
      const again = yield* store.keep(Stocks.endpoints.ratios, {}, { replace: true })
      assert.deepStrictEqual([again.rows, again.fetched], [1, true])
      yield* store.keep(Stocks.endpoints.ratios, { ticker: "MSFT" }, { name: "MSFT" })
      assert.deepStrictEqual(
        [...machine.contents("/store").keys()].map((name) => name.replace(/\.\w{8}\./, ".")),
        [
          "stocks.ratios/2024-06-13.jsonl",
          "stocks.ratios/2024-06-14.jsonl",
          "stocks.ratios/_manifest.json",
          "stocks.ratios/name=MSFT/2024-06-14.jsonl",
          "stocks.ratios/name=MSFT/_manifest.json",
        ],
      )
      assert.deepStrictEqual((yield* store.verify()).damages, [])
    }).pipe(Effect.provide(service(own))),
  )

  it.effect("keeps rows of a day under that day, and asks again until it has settled", () =>
    Effect.gen(function* () {
      const machine = new Machine()
      const store = yield* open(machine.fileSystem)
      yield* TestClock.setTime(at("2024-06-14") + dayMillis / 2)
      const keep = (day: string) => store.keep(Stocks.endpoints.ratios, {}, { day })
      assert.isTrue((yield* keep("2024-06-12")).fetched)
      assert.isFalse((yield* keep("2024-06-12")).fetched)
      assert.isTrue((yield* keep("2024-06-13")).fetched)
      assert.isTrue((yield* keep("2024-06-13")).fetched)
      yield* TestClock.setTime(at("2024-06-15"))
      assert.isTrue((yield* keep("2024-06-13")).fetched)
      assert.isFalse((yield* keep("2024-06-13")).fetched)
      for (const day of ["2024-06-16", "2024-06", "2024-02-30", "today"]) {
        assert.include((yield* Effect.flip(keep(day))).message, "no rows of the day")
      }
    }).pipe(Effect.provide(service(own))),
  )
})

describe("a ticker that fails", () => {
  const broken = supply({
    bars: (ticker) => (ticker === "BAD" ? [bar(at("2023-01-03")), bar(at("2023-01-02"))] : daily),
  })

  it.effect("fails the sync, or stands in its summary while the others go on", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(at("2024-06-14") + dayMillis / 2)
      const store = yield* open(new Machine().fileSystem)
      const tickers = stocks(["BAD", "AAPL"])
      const error = yield* Effect.flip(store.sync(tickers, range))
      assert.strictEqual(error._tag, "DecodeError")
      const { failures, rows } = yield* store.sync(tickers, range, { onFailure: "collect" })
      assert.deepStrictEqual(
        failures.map(({ dataset, error, ticker }) => [dataset, ticker, error._tag]),
        [["bars", "BAD", "DecodeError"]],
      )
      assert.strictEqual(rows, daily.length)
      assert.deepStrictEqual(
        (yield* store.missing(tickers, range)).map(({ ticker }) => ticker),
        ["BAD"],
      )
    }).pipe(Effect.provide(service(broken))),
  )
})

describe("two stores on one folder", () => {
  it.live("write one after the other, and fetch everything once", () =>
    Effect.gen(function* () {
      const machine = new Machine()
      const stores = yield* Effect.all([open(machine.fileSystem), open(machine.fileSystem)])
      const alone = new Machine()
      const once = yield* requestsOf(Effect.flatMap(open(alone.fileSystem), (store) => store.sync(universe, range)))
      const both = yield* requestsOf(
        Effect.forEach(stores, (store) => store.sync(universe, range), { concurrency: "unbounded" }),
      )
      assert.strictEqual(both, once)
      assert.deepStrictEqual(machine.contents("/store"), alone.contents("/store"))
    }).pipe(Effect.provide(Layer.merge(all, Logger.remove(Logger.defaultLogger)))),
  )
})

describe("a store of an older version, with manifests of another name", () => {
  /** Gives all manifests the old name. */
  const aged = (machine: Machine) => {
    for (const [name, content] of [...machine.files]) {
      if (!name.endsWith("/_manifest.json")) continue
      machine.files.delete(name)
      machine.files.set(name.replace("_manifest.json", "manifest.json"), content)
    }
  }

  it.effect("is read as it is, and renamed by the next writer, which fetches nothing", () =>
    Effect.gen(function* () {
      const { machine, sound, store } = yield* filled
      yield* store.keep(Stocks.endpoints.ratios, {})
      const whole = machine.contents("/store")
      const writes = [
        Effect.asVoid(Effect.zipRight(store.sync(universe, range), store.keep(Stocks.endpoints.ratios, {}))),
        Effect.asVoid(store.compact),
      ]
      for (const write of writes) {
        aged(machine)
        const before = machine.contents("/store")
        assert.isFalse(before.has(`${folder}/_manifest.json`))
        assert.deepStrictEqual(yield* store.missing(universe, range, { settled: true }), [])
        assert.deepStrictEqual((yield* store.verify()).damages, [])
        assert.deepStrictEqual(machine.contents("/store"), before, "readers rename nothing")
        assert.strictEqual(yield* requestsOf(write as (typeof writes)[0]), 0)
        assert.deepStrictEqual(machine.contents("/store"), whole)
      }
      assert.isAbove(sound.size, 0)
    }).pipe(Effect.provide(all)),
  )

  it.effect("that a process left with both names counts by the new one", () =>
    Effect.gen(function* () {
      const { machine, sound, store } = yield* filled
      const stale = `/store/${folder}/manifest.json`
      machine.files.set(stale, { bytes: new TextEncoder().encode("{"), flushed: true })
      assert.deepStrictEqual((yield* store.verify()).damages, [])
      yield* store.compact
      assert.strictEqual(yield* requestsOf(store.sync(universe, range)), 0)
      assert.deepStrictEqual(machine.contents("/store"), sound)
      machine.files.set(stale, { bytes: new TextEncoder().encode("{"), flushed: true })
      yield* store.remove(universe)
      assert.deepStrictEqual([...machine.contents("/store").keys()], [])
    }).pipe(Effect.provide(all)),
  )

  it.effect("keeps its lists where a manifest is damaged: nobody could fetch them again", () =>
    Effect.gen(function* () {
      const { machine, store } = yield* filled
      yield* store.keep(Stocks.endpoints.ratios, {})
      machine.files.get("/store/stocks.ratios/_manifest.json")!.bytes = new TextEncoder().encode("{")
      const before = machine.contents("/store")
      const error = yield* Effect.flip(store.keep(Stocks.endpoints.ratios, {}))
      assert.deepInclude(error, { _tag: "StoreError", reason: "manifest" })
      assert.deepStrictEqual(machine.contents("/store"), before)
    }).pipe(Effect.provide(all)),
  )
})

describe("a sync", () => {
  const marker = "/store/.unfinished"
  const broken = service(supply(), () => ScriptedTransport.json({ status: "ERROR" }, { status: 404 }))

  it.effect("removes what one that was killed left, in folders that it leaves as they are", () =>
    Effect.gen(function* () {
      const { machine, sound, store } = yield* filled
      const put = (name: string) => machine.files.set(name, { bytes: new Uint8Array(10), flushed: true })
      put(marker)
      put(`/store/${folder}/2023.00000000.jsonl`)
      put(`/store/${folder}/.2023.00000000.jsonl.part`)
      assert.strictEqual(yield* requestsOf(store.sync(universe, range)), 0)
      assert.deepStrictEqual(machine.contents("/store"), sound)
    }).pipe(Effect.provide(all)),
  )

  it.effect("that fails, or leaves a ticker behind, is marked as not ended, until one ends", () =>
    Effect.gen(function* () {
      const { fileOf, machine, sound, store } = yield* filled
      const lose = Effect.sync(() => machine.files.delete(fileOf("2022")))
      yield* lose
      yield* Effect.flip(Effect.provide(store.sync(universe, range), broken))
      assert.isTrue(machine.has(marker))
      const { failures } = yield* Effect.provide(store.sync(universe, range, { onFailure: "collect" }), broken)
      assert.lengthOf(failures, 1)
      assert.isTrue(machine.has(marker))
      yield* store.sync(universe, range)
      assert.deepStrictEqual(machine.contents("/store"), sound)
    }).pipe(Effect.provide(all)),
  )
})

describe("a sync that finds damage", () => {
  it.effect("names the files in its summary, and fetches their rows again", () =>
    Effect.gen(function* () {
      const { fileOf, machine, sound, store } = yield* filled
      machine.files.delete(fileOf("2022"))
      machine.files.get(fileOf("2024"))!.bytes = new Uint8Array(1)
      machine.files.get("/store/splits/ticker=AAPL/_manifest.json")!.bytes = new TextEncoder().encode("{")
      const { damages } = yield* store.sync(universe, range)
      assert.sameDeepMembers(
        damages.map(({ folder, problem }) => `${problem} ${folder}`),
        [`lost ${folder}`, `size ${folder}`, "manifest splits/ticker=AAPL"],
      )
      assert.deepStrictEqual(machine.contents("/store"), sound)
      assert.deepStrictEqual((yield* store.sync(universe, range)).damages, [])
    }).pipe(Effect.provide(all)),
  )
})
