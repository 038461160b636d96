import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { inTurns } from "@candela/support/turns"
import * as PageServer from "../src/PageServer.js"
import * as SyntheticBars from "../src/SyntheticBars.js"
import { serverProcess } from "./serverProcess.js"

const ORIGIN = "http://127.0.0.1:9999"
const bars = SyntheticBars.make(5_000)

interface Page {
  readonly ticker: string
  readonly status: string
  readonly request_id: string
  readonly count: number
  readonly resultsCount: number
  readonly results: ReadonlyArray<{ readonly t: number; readonly v: number }>
  readonly next_url?: string
}

const answerTo = (path: string) => {
  const answer = PageServer.answer(bars, ORIGIN, path)
  assert.isDefined(answer)
  return {
    status: answer.status,
    body: JSON.parse(Buffer.concat(answer.parts).toString()) as Page & { readonly error: string },
  }
}

const path = (from: string | number, to: string | number, query: string) =>
  `/v2/aggs/ticker/AAPL/range/1/minute/${from}/${to}?${query}`

const MINUTE = 60_000
const last = SyntheticBars.timestampAt(4_999)

describe("PageServer.answer", () => {
  it("gives the bars of a range, both ends included", () => {
    const { status, body } = answerTo(path(SyntheticBars.timestampAt(10), SyntheticBars.timestampAt(12), "limit=100"))
    assert.strictEqual(status, 200)
    assert.deepStrictEqual(
      body.results.map(({ t }) => t),
      [10, 11, 12].map(SyntheticBars.timestampAt),
    )
    assert.strictEqual(body.resultsCount, 3)
    assert.strictEqual(body.ticker, "AAPL")
    assert.notProperty(body, "next_url")
  })

  for (const limit of [1, 7, 1_000, 4_999, 5_000, 50_000]) {
    it(`gives every bar once, in order, in pages of ${limit}`, () => {
      const expected = limit === 1 ? 25 : 5_000
      const times: Array<number> = []
      const seen = new Set<string>()
      const to = SyntheticBars.timestampAt(expected - 1)
      for (
        let url: string | undefined = path(SyntheticBars.FIRST_TIMESTAMP, to, `limit=${limit}&sort=asc&apiKey=k`);
        url !== undefined;
      ) {
        assert.isFalse(seen.has(url))
        seen.add(url)
        const { body } = answerTo(url)
        assert.isAtMost(body.results.length, limit)
        times.push(...body.results.map(({ t }) => t))
        url = body.next_url
        if (url !== undefined) {
          assert.isTrue(url.startsWith(`${ORIGIN}/v2/aggs/ticker/AAPL/range/1/minute/${times.at(-1)! + MINUTE}/${to}?`))
          assert.notInclude(url, "apiKey")
          assert.isString(new URL(url).searchParams.get("cursor"))
        }
      }
      assert.deepStrictEqual(
        times,
        Array.from({ length: expected }, (_, index) => SyntheticBars.timestampAt(index)),
      )
      assert.strictEqual(seen.size, Math.ceil(expected / limit))
    })
  }

  it("reads a date as the day of New York", () => {
    const day = answerTo(path("2010-01-03", "2010-01-03", "limit=50000")).body.results
    assert.strictEqual(day.length, 1_440)
    assert.strictEqual(day[0]!.t, Date.UTC(2010, 0, 3, 5))
  })

  it.effect("knows the days on which New York changes its clocks", () =>
    Effect.gen(function* () {
      const year = yield* inTurns(SyntheticBars.making(480_000))
      const barsOf = (date: string) => {
        const answer = PageServer.answer(year, ORIGIN, path(date, date, "limit=50000"))
        return (JSON.parse(Buffer.concat(answer!.parts).toString()) as Page).results
      }
      assert.strictEqual(barsOf("2010-03-14").length, 23 * 60)
      assert.strictEqual(barsOf("2010-11-07").length, 25 * 60)
      assert.strictEqual(barsOf("2010-07-01")[0]!.t, Date.UTC(2010, 6, 1, 4))
    }),
  )

  it("gives an empty page where there are no bars", () => {
    const { status, body } = answerTo(path(last + MINUTE, last + 9 * MINUTE, "limit=10"))
    assert.strictEqual(status, 200)
    assert.deepStrictEqual(body.results, [])
    assert.deepStrictEqual(answerTo(path("2001-01-01", "2001-01-02", "limit=10")).body.results, [])
    assert.deepStrictEqual(answerTo(path(last, SyntheticBars.FIRST_TIMESTAMP, "limit=10")).body.results, [])
  })

  it("takes 5,000 bars as a page when it is not told", () => {
    assert.strictEqual(answerTo(path("2010-01-02", "2010-01-31", "")).body.results.length, 5_000)
  })

  it("refuses what it does not do", () => {
    for (const [target, word] of [
      [path("yesterday", "2010-01-03", ""), "YYYY-MM-DD"],
      [path("2010-01-02", "2010-01-03", "limit=0"), "50000"],
      [path("2010-01-02", "2010-01-03", "limit=50001"), "50000"],
      [path("2010-01-02", "2010-01-03", "limit=ten"), "50000"],
      [path("2010-01-02", "2010-01-03", "sort=desc"), "asc"],
    ] as const) {
      const { status, body } = answerTo(target)
      assert.strictEqual(status, 409)
      assert.include(body.error, word)
    }
    assert.isUndefined(PageServer.answer(bars, ORIGIN, "/v2/aggs/ticker/AAPL/range/5/minute/2010-01-02/2010-01-03"))
    assert.isUndefined(PageServer.answer(bars, ORIGIN, "/v2/aggs/ticker/AAPL/prev"))
  })

  it("gives the ticker as it was asked for", () => {
    const answer = PageServer.answer(
      bars,
      ORIGIN,
      "/v2/aggs/ticker/C%3AEURUSD/range/1/minute/2010-01-02/2010-01-02?limit=1",
    )
    const body = JSON.parse(Buffer.concat(answer!.parts).toString()) as Page
    assert.strictEqual(body.ticker, "C:EURUSD")
    assert.include(body.next_url, "/v2/aggs/ticker/C%3AEURUSD/range/")
  })
})

const server = (options: PageServer.PageOptions) =>
  Effect.acquireRelease(
    Effect.promise(() => PageServer.start(options)),
    ({ close }) => Effect.promise(close),
  )

describe("a started page server", () => {
  it.scopedLive("sends whole pages, and records what was asked for and when", () =>
    Effect.gen(function* () {
      const { url, rows, volume, from, to } = yield* server({ rows: 2_500 })
      const pages: Array<Page> = []
      for (
        let next: string | undefined = url + path(from, to, "limit=1000");
        next !== undefined;
        next = pages.at(-1)!.next_url
      ) {
        const target = next
        pages.push(yield* Effect.promise(async () => (await (await fetch(target)).json()) as Page))
      }
      assert.deepStrictEqual(
        pages.map(({ results }) => results.length),
        [1_000, 1_000, 500],
      )
      const all = pages.flatMap(({ results }) => results)
      assert.strictEqual(all.length, rows)
      assert.strictEqual(
        all.reduce((sum, bar) => sum + bar.v, 0),
        volume,
      )
      const arrivals = yield* Effect.promise(
        async () =>
          (await (await fetch(`${url}/requests`, { method: "DELETE" })).json()) as ReadonlyArray<PageServer.Arrival>,
      )
      assert.strictEqual(arrivals.length, 3)
      assert.strictEqual(arrivals[1]!.path, new URL(pages[0]!.next_url!).pathname + new URL(pages[0]!.next_url!).search)
      assert.isBelow(arrivals[0]!.at, arrivals[1]!.at)
      const forgotten = yield* Effect.promise(async () => (await fetch(`${url}/requests`)).json())
      assert.deepStrictEqual(forgotten, [])
    }),
  )

  it.scopedLive("answers 404 to other paths", () =>
    Effect.gen(function* () {
      const { url } = yield* server({ rows: 1 })
      const answer = yield* Effect.promise(() => fetch(`${url}/v1/other`))
      assert.strictEqual(answer.status, 404)
    }),
  )

  it.scopedLive("compresses only when it is told to, and only for who accepts it", () =>
    Effect.gen(function* () {
      const encodings: Array<string | null> = []
      for (const options of [{ rows: 500 }, { rows: 500, gzip: true }]) {
        const { url, from, to } = yield* server(options)
        for (const accept of ["identity", "gzip"]) {
          const answer = yield* Effect.promise(() =>
            fetch(url + path(from, to, ""), { headers: { "accept-encoding": accept } }),
          )
          const body = (yield* Effect.promise(() => answer.json())) as Page
          assert.strictEqual(body.results.length, 500)
          encodings.push(answer.headers.get("content-encoding"))
        }
      }
      assert.deepStrictEqual(encodings, [null, null, null, "gzip"])
    }),
  )

  it.scopedLive("waits as long as it is told before every answer", () =>
    Effect.gen(function* () {
      const { url, from, to } = yield* server({ rows: 10, latency: 40 })
      const begin = process.hrtime.bigint()
      yield* Effect.promise(() => fetch(url + path(from, to, "limit=10")).then((answer) => answer.text()))
      assert.isAtLeast(Number(process.hrtime.bigint() - begin) / 1e6, 39)
    }),
  )

  it.scopedLive("runs as a process of its own, which ends with its scope", () =>
    Effect.gen(function* () {
      const { url, description, count } = yield* Effect.scoped(
        Effect.gen(function* () {
          const description = yield* serverProcess({ rows: 300 })
          const page = yield* Effect.promise(
            async () =>
              (await (await fetch(description.url + path(description.from, description.to, ""))).json()) as Page,
          )
          return { url: description.url, description, count: page.results.length }
        }),
      )
      assert.strictEqual(count, 300)
      assert.strictEqual(description.volume, SyntheticBars.make(300).volume)
      const after = yield* Effect.promise(() =>
        fetch(url).then(
          () => "answered",
          () => "gone",
        ),
      )
      assert.strictEqual(after, "gone")
    }),
  )
})
