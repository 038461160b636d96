import { MarketData } from "@candela/core/MarketData"
import * as Retry from "@candela/core/Retry"
import * as Recorder from "@candela/testing/Recorder"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import * as HttpClient from "@effect/platform/HttpClient"
import * as KeyValueStore from "@effect/platform/KeyValueStore"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Encoding, Exit, FastCheck, Layer, Option, Stream } from "effect"
import { Weather } from "@candela/support/endpoints"
import { readingsOf, serve } from "@candela/support/readingsServer"
import { runs } from "@candela/support/seeded"

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
          /"weather\.json" has no response to POST \/v1\/x\. The nearest recorded request is GET \/v1\/x: method is "POST", recorded is "GET"\./,
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

  it.effect(
    "replays what was recorded at http://sandbox with the key sandbox, a key too short to be searched for",
    () =>
      stored(
        Effect.gen(function* () {
          const bonds = { term: "Bearer bonds", sandbox: ["Bearer sandbox", 1] }
          const script = [
            ScriptedTransport.json({ ...bonds, next_url: "http://sandbox/v1/sandbox?cursor=sandbox&apiKey=sandbox" }),
            ScriptedTransport.json(bonds),
          ]
          const headers = { authorization: "Bearer sandbox" }
          const pages = Effect.gen(function* () {
            const read = (url: string) => Effect.flatMap(HttpClient.get(url, { headers }), (response) => response.json)
            const first = (yield* read("http://sandbox/v1/sandbox?limit=2")) as { readonly next_url: string }
            return [{ ...first, next_url: "" }, yield* read(first.next_url)]
          })
          const recorded = yield* record(pages, script)
          assert.deepStrictEqual(recorded, [{ ...bonds, next_url: "" }, bonds])
          assert.deepStrictEqual(yield* replay(pages), recorded)
        }),
      ),
  )

  const key = FastCheck.oneof(
    FastCheck.string({
      unit: FastCheck.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      minLength: 12,
      maxLength: 40,
    }),
    FastCheck.stringMatching(/^[0-9a-zA-Z_-]{8,40}$/),
    FastCheck.stringMatching(/^[1-9][0-9]{7,17}$/),
  ).filter((key) => !/[\s;,="]/.test(key))

  const hex = (key: string) => Array.from(key, (unit) => unit.charCodeAt(0).toString(16).padStart(2, "0")).join("")

  /** A service that repeats a secret wherever a cassette can be replayed without it. */
  const indiscreet = (secret: string): ScriptedTransport.Script => {
    const encoded = encodeURIComponent(secret)
    const headers = { "set-cookie": `session=${encoded}; Path=/`, "x-request-id": `id-${secret}`, "x-key": secret }
    const escaped = Array.from(hex(secret).matchAll(/../g), ([unit]) => `\\u00${unit}`).join("")
    const next = `http://service.test/v1?cursor=a&apiKey=${encoded}&sig=${encoded}`
    const json = JSON.stringify({
      error: `Unknown ${secret}!`,
      next_url: next,
      links: [`/?password=short&q=${encoded}`],
    })
    return [
      ScriptedTransport.text(json, { headers }),
      ScriptedTransport.text(`{"escaped":"${escaped}","base64":"${Encoding.encodeBase64(secret)}"}`, { headers }),
      ScriptedTransport.text(`<html>${secret} or ${secret.toUpperCase()} or ${hex(secret)}</html>`, { headers }),
      ScriptedTransport.text("{}", { headers }),
    ]
  }

  it("keeps no key and no cookie, whatever the service repeats and whatever is listed", () =>
    FastCheck.assert(
      FastCheck.asyncProperty(key, key, (key, cookie) =>
        Effect.gen(function* () {
          const authorization = `Bearer ${key}`
          const sent = (headers: Readonly<Record<string, string>>, name = "none") =>
            [
              `/v1?q=1&${name}=${encodeURIComponent(key)}`,
              { cookie: `session=${cookie}; short=1`, ...headers },
            ] as const
          const names = ["authorization", "cookie", "accept", "set-cookie", "x-request-id", "x-key"]
          const options = { requestHeaders: names, responseHeaders: names }
          for (const [[url, headers], secret] of [
            [sent({ authorization, accept: `text/${key}` }, "apiKey"), key],
            [sent({ authorization }, "api_key"), cookie],
            ...["key", "access_key", "sig", "password", "X-Api-Key"].map((name) => [sent({}, name), key] as const),
          ] as const) {
            yield* record(Effect.replicateEffect(get(url, headers), 4), indiscreet(secret), options)
            const written = yield* text
            assert.include(written, "<redacted>")
            assert.notMatch(written, /cookie|authorization|x-key|short/)
            const read = JSON.stringify(JSON.parse(written), (_, value: unknown) => value).replaceAll('\\"', '"')
            for (const spelling of [secret, encodeURIComponent(secret), hex(secret), Encoding.encodeBase64(secret)]) {
              assert.notInclude(written.toLowerCase(), spelling.toLowerCase())
              assert.notInclude(read.toLowerCase(), spelling.toLowerCase())
            }
            yield* replay(Effect.replicateEffect(get("/v1?q=1"), 4))
          }
        }).pipe(stored, Effect.runPromise),
      ),
      { seed: 12, numRuns: runs(12) },
    ))

  const secret = "12345678"
  for (const [where, url, body] of [
    ["the path", `/v1/${secret}`, "{}"],
    ["a parameter", `/v1?date=${secret}`, "{}"],
    ["the cursor of a next_url", "/v1", `{"next_url":"http://service.test/v1?cursor=${secret}"}`],
    ["a number", "/v1", `{"results":[{"volume":${secret}}]}`],
    ["the name of a field", "/v1", `{"results":[{"a${secret}":1}]}`],
  ] as const) {
    it.effect(`refuses to write an exchange that cannot be replayed without the key in ${where}`, () =>
      stored(
        Effect.gen(function* () {
          const exit = yield* Effect.exit(
            record(get(url, { authorization: `Bearer ${secret}` }), [ScriptedTransport.text(body)]),
          )
          const defect = Exit.isFailure(exit) ? Option.getOrThrow(Cause.dieOption(exit.cause)) : undefined
          assert.instanceOf(defect, Recorder.CassetteError)
          assert.match(defect.message, /^The cassette "weather\.json": .* was not written/)
          assert.notInclude(defect.message, secret)
          assert.isTrue(
            Option.isNone(yield* Effect.flatMap(KeyValueStore.KeyValueStore, (store) => store.get(cassette))),
          )
        }),
      ),
    )
  }

  it.effect("refuses to write bytes that are not text", () =>
    stored(
      Effect.map(Effect.exit(record(get("/v1"), [ScriptedTransport.bytes(new Uint8Array([0xff, 0xfe]))])), (exit) =>
        assert.include(String(exit), "not text in UTF-8"),
      ),
    ),
  )

  it("answers no request that was not recorded, whatever the key", () => {
    const digits = FastCheck.constantFrom("12121212", "21212121", "121212121")
    const url = FastCheck.oneof(
      digits.map((day) => `/v1/day/${day}`),
      digits.map((day) => `/v1?day=${day}&limit=5`),
      FastCheck.constantFrom("/v1?day=1&day=2", "/v1?day=2&day=1", "/v1?day=1+and+2", "/v1?page_token=1", "/v1"),
    )
    return FastCheck.assert(
      FastCheck.asyncProperty(url, url, digits, digits, (one, other, key, otherKey) =>
        Effect.gen(function* () {
          const asked = yield* Effect.exit(record(get(one, { authorization: `Bearer ${key}` }), echo))
          const exit = yield* Effect.exit(replay(get(other, { authorization: `Bearer ${otherKey}` })))
          if (Exit.isSuccess(asked) && one !== other) assert.notInclude(mismatchOf(exit).message, otherKey)
          else assert.strictEqual(Exit.isSuccess(exit), Exit.isSuccess(asked))
        }).pipe(stored, Effect.runPromise),
      ),
      { seed: 12, numRuns: runs(100) },
    )
  })
})
