import { MarketData } from "@candela/core/MarketData"
import * as Retry from "@candela/core/Retry"
import * as Recorder from "@candela/testing/Recorder"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { HttpClient, KeyValueStore } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Encoding, Exit, FastCheck, Layer, Option, Stream } from "effect"
import { Weather } from "../../core/test/endpoints.js"
import { readingsOf, serve } from "../../core/test/readingsServer.js"

const cassette = "weather.json"

/** A client of a scripted service, or of none. */
const scripted = (script: ScriptedTransport.Script) => ScriptedTransport.layer(script)

/** A test with an empty store for cassettes. */
const stored = <A, E>(effect: Effect.Effect<A, E, KeyValueStore.KeyValueStore>) =>
  Effect.provide(effect, KeyValueStore.layerMemory)

const text = Effect.flatMap(KeyValueStore.KeyValueStore, (store) => Effect.map(store.get(cassette), Option.getOrThrow))

const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  HttpClient.get(`http://service.test${url}`, { headers })

const bodies = (...urls: ReadonlyArray<string>) =>
  Effect.forEach(urls, (url) => Effect.flatMap(get(url), (response) => response.text))

const record = <A, E>(
  effect: Effect.Effect<A, E, HttpClient.HttpClient>,
  script: ScriptedTransport.Script,
  options?: Recorder.Options,
) => Effect.provide(effect, Layer.provide(Recorder.record(cassette, options), scripted(script)))

const replay = <A, E>(effect: Effect.Effect<A, E, HttpClient.HttpClient>) =>
  Effect.provide(effect, Recorder.replay(cassette))

/** The script's answers are its requests' paths. */
const echo = ({ url }: ScriptedTransport.Exchange) => ScriptedTransport.text(url.pathname)

const mismatchOf = (exit: Exit.Exit<unknown, unknown>): Recorder.Mismatch => {
  const defect = Exit.isFailure(exit) ? Option.getOrUndefined(Cause.dieOption(exit.cause)) : undefined
  assert.instanceOf(defect, Recorder.Mismatch)
  return defect
}

const rows = { station: "S", from: 0, to: 39 }

const allRows = (client: Layer.Layer<HttpClient.HttpClient, Recorder.CassetteError, KeyValueStore.KeyValueStore>) =>
  Effect.flatMap(Weather, ({ readings }) => Stream.runCollect(readings.stream(rows, { pageSize: 5 }))).pipe(
    Effect.map((all) => [...all]),
    Effect.provide(Weather.layer),
    Effect.provide(
      MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-the-test", retry: Retry.none }),
    ),
    Effect.provide(client),
  )

describe("a recorder", () => {
  it.effect("replays a stream as it was recorded, from another host", () =>
    stored(
      Effect.gen(function* () {
        const recorded = yield* allRows(Layer.provide(Recorder.record(cassette), scripted(serve())))
        assert.deepStrictEqual(recorded, readingsOf(rows.from, rows.to))
        assert.deepStrictEqual(yield* allRows(Recorder.replay(cassette)), recorded)
        const elsewhere = yield* replay(
          Effect.flatMap(
            HttpClient.get("https://other.test:8443/v1/readings/S/0/39?apiKey=none&limit=5"),
            (response) => response.text,
          ),
        )
        assert.deepStrictEqual([elsewhere], yield* replay(bodies("/v1/readings/S/0/39?limit=5")))
      }),
    ),
  )

  it.effect("writes readable JSON, with every digit", () =>
    stored(
      Effect.gen(function* () {
        const document = '{"at":1751313000123456789,"rate":1.50}'
        const script = [
          ScriptedTransport.text(document, { headers: { "content-type": "application/json", server: "nginx" } }),
        ]
        const answer = yield* record(bodies("/v1?b=2&a=C:EURUSD"), script)
        assert.deepStrictEqual(answer, [document])
        assert.strictEqual(
          yield* text,
          `{
  "exchanges": [
    {
      "request": {
        "method": "GET",
        "url": "/v1?b=2&a=C%3AEURUSD",
        "headers": {}
      },
      "response": {
        "status": 200,
        "headers": {
          "content-type": "application/json"
        },
        "json": {
          "at": 1751313000123456789,
          "rate": 1.50
        }
      }
    }
  ]
}
`,
        )
        assert.deepStrictEqual(yield* replay(bodies("/v1?a=C:EURUSD&b=2")), [document])
      }),
    ),
  )

  it.effect("replays statuses, texts and headers, and the answers to a repeated request in their order", () =>
    stored(
      Effect.gen(function* () {
        const all = Effect.forEach(["/a", "/a", "/b", "/a"], (url) =>
          Effect.flatMap(get(url), (response) =>
            Effect.map(response.text, (body) => [response.status, response.headers["retry-after"], body]),
          ),
        )
        const script = [
          ScriptedTransport.text("<html>", { status: 429, headers: { "retry-after": "3" } }),
          ScriptedTransport.text("second"),
          ScriptedTransport.status(204),
          ScriptedTransport.text("third"),
        ]
        const expected = [
          [429, "3", "<html>"],
          [200, undefined, "second"],
          [204, undefined, ""],
          [200, undefined, "third"],
        ]
        assert.deepStrictEqual(yield* record(all, script), expected)
        assert.deepStrictEqual(yield* replay(all), expected)
        assert.deepStrictEqual(yield* replay(bodies("/a", "/a", "/a", "/a")), ["<html>", "second", "third", "third"])
      }),
    ),
  )

  it.effect("records compressed bodies as text", () =>
    stored(
      Effect.gen(function* () {
        const compressed = yield* Effect.promise(() =>
          new Response(new Blob(["plain"]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer(),
        )
        const script = [
          ScriptedTransport.bytes(new Uint8Array(compressed), { headers: { "content-encoding": "gzip" } }),
        ]
        assert.deepStrictEqual(yield* record(bodies("/a"), script), ["plain"])
        assert.include(yield* text, '"text": "plain"')
        assert.deepStrictEqual(yield* replay(bodies("/a")), ["plain"])
      }),
    ),
  )

  it.effect("records once: it sends what the cassette lacks, and nothing else", () =>
    stored(
      Effect.gen(function* () {
        const once = (...urls: ReadonlyArray<string>) =>
          Effect.all([bodies(...urls), ScriptedTransport.exchanges]).pipe(
            Effect.map(([all, sent]) => [all, sent.map(({ url }) => url.pathname)] as const),
            Effect.provide(Layer.provideMerge(Recorder.once(cassette), scripted(echo))),
          )
        assert.deepStrictEqual(yield* once("/a", "/b"), [
          ["/a", "/b"],
          ["/a", "/b"],
        ])
        assert.deepStrictEqual(yield* once("/b", "/c", "/a", "/a"), [["/b", "/c", "/a", "/a"], ["/c"]])
        assert.deepStrictEqual(yield* replay(bodies("/a", "/b", "/c")), ["/a", "/b", "/c"])
        yield* record(bodies("/d"), echo)
        assert.deepStrictEqual((yield* text).match(/"url": "[^"]*"/g), ['"url": "/d"'])
      }),
    ),
  )

  it.effect("says in which part a request differs from the nearest recorded one", () =>
    stored(
      Effect.gen(function* () {
        yield* record(bodies("/v2/AAPL/day?limit=5&sort=asc", "/v2/MSFT/minute?limit=5", "/v1/x"), echo)
        const differences = (url: string) =>
          Effect.map(Effect.exit(replay(get(`${url}&apiKey=a-key-of-the-test`))), (exit) => {
            const mismatch = mismatchOf(exit)
            assert.notInclude(mismatch.message, "a-key-of-the-test")
            return mismatch.differences.map(({ asked, part, recorded }) => [part, asked, recorded])
          })
        assert.deepStrictEqual(yield* differences("/v2/AAPL/day?limit=6&sort=asc"), [["limit", "6", "5"]])
        assert.deepStrictEqual(yield* differences("/v2/AAPL/day?limit=5"), [["sort", undefined, "asc"]])
        assert.deepStrictEqual(yield* differences("/v2/MSFT/hour?limit=5"), [
          ["path", "/v2/MSFT/hour", "/v2/MSFT/minute"],
        ])
        assert.deepStrictEqual(yield* differences("/v2/MSFT/hour?limit=5&sort=asc"), [
          ["path", "/v2/MSFT/hour", "/v2/MSFT/minute"],
          ["sort", "asc", undefined],
        ])
        assert.deepStrictEqual(yield* differences("/v1/x?limit=5&limit=6"), [["limit", "5 and 6", undefined]])
        const post = yield* Effect.exit(replay(HttpClient.post("http://service.test/v1/x")))
        assert.match(
          mismatchOf(post).message,
          /"weather\.json" has no answer to POST \/v1\/x\. Nearest request: method is "POST", recorded is "GET"\./,
        )
      }),
    ),
  )

  it.effect("fails where there is no cassette, or where it is none", () =>
    stored(
      Effect.gen(function* () {
        const missing = yield* Effect.flip(replay(Effect.void))
        assert.match(missing.message, /^The cassette "weather.json": there is none\. Record it/)
        yield* Effect.flatMap(KeyValueStore.KeyValueStore, (store) => store.set(cassette, '{"exchanges":[{}]}'))
        assert.match((yield* Effect.flip(replay(Effect.void))).message, /cannot be read/)
      }),
    ),
  )

  const parts = (key: string) => Array.from({ length: key.length - 5 }, (_, i) => key.slice(i, i + 6))

  const key = FastCheck.oneof(
    FastCheck.string({
      unit: FastCheck.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      minLength: 12,
      maxLength: 40,
    }),
    FastCheck.stringMatching(/^[0-9a-zA-Z_-]{12,40}$/),
    FastCheck.stringMatching(/^[0-9]{12,18}$/),
  ).filter((key) => !/[\s;,=]/.test(key) && !parts(key).some((part) => /^(.)\1*$/.test(part)))

  /** A service that repeats a key wherever it can. */
  const indiscreet = (key: string): ScriptedTransport.Script => {
    const headers = { "set-cookie": `session=${encodeURIComponent(key)}`, "x-request-id": `id-${key}`, "x-key": key }
    const escaped = Array.from(key, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")
    const next = `http://service.test/v1?cursor=${encodeURIComponent(key)}&apiKey=${encodeURIComponent(key)}`
    const json = JSON.stringify({ error: `Unknown ${key}!`, half: key.slice(3), next_url: next, [key]: [{ [key]: 1 }] })
    return [
      ScriptedTransport.text(json, { headers }),
      ScriptedTransport.text(`{"escaped":"${escaped}","base64":"${Encoding.encodeBase64(key)}"}`, { headers }),
      ScriptedTransport.text(`<html>${key} or ${key.toUpperCase()} or ${key.slice(0, 7)}</html>`, { headers }),
      ScriptedTransport.text(/^[1-9]\d*$/.test(key) ? `{"n":${key}}` : "{}", { headers }),
    ]
  }

  it("keeps no part of a key or a cookie, whatever the service repeats and whatever is listed", () =>
    FastCheck.assert(
      FastCheck.asyncProperty(key, key, (key, cookie) =>
        Effect.gen(function* () {
          const headers = {
            authorization: `Bearer ${key}`,
            cookie: `session=${cookie}; short=1`,
            accept: `text/${key}`,
          }
          const url = `/v1/${encodeURIComponent(key)}?q=${encodeURIComponent(key)}&apiKey=${encodeURIComponent(key)}`
          const names = [...Object.keys(headers), "set-cookie", "x-request-id", "x-key"]
          const options = { requestHeaders: names, responseHeaders: names }
          for (const secret of [key, cookie]) {
            yield* record(Effect.replicateEffect(get(url, headers), 4), indiscreet(secret), options)
            const written = yield* text
            assert.include(written, "<redacted>")
            assert.notMatch(written, /apiKey=|cookie|authorization|x-key/)
            const read = JSON.stringify(JSON.parse(written), (_, value: unknown) => value).replaceAll('\\"', '"')
            for (const part of parts(secret)
              .flatMap((part) => [part, encodeURIComponent(part)])
              .concat(parts(Encoding.encodeBase64(secret)))) {
              assert.notInclude(written.toLowerCase(), part.toLowerCase())
              assert.notInclude(read.toLowerCase(), part.toLowerCase())
            }
          }
        }).pipe(stored, Effect.runPromise),
      ),
      { seed: 12, numRuns: 100 },
    ))
})
