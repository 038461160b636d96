/** Requests to an object store: what is repeated, what is refused with which cause, and what holds no secret. */
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientError from "@effect/platform/HttpClientError"
import { Store } from "@candela/history"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer, Logger, Redacted, type Tracer } from "effect"
import type { StoreError } from "../../src/StoreError.js"
import * as Bucket from "../../src/internal/store/objects/bucket.js"
import * as Conditions from "../../src/internal/store/objects/conditions.js"
import * as Signer from "../../src/internal/store/objects/signer.js"
import * as Xml from "../../src/internal/store/objects/xml.js"
import { stocks } from "../store/support.js"
import { ObjectServer } from "./objectServer.js"
import { clientOf, hurried, objectsOf, openObjects, optionsOf, prefix } from "./support.js"

const now = Date.parse("2024-06-14T12:00:00Z")

const serverOf = (own: Partial<ObjectServer> = {}) => Object.assign(new ObjectServer(), { now: () => now }, own)

const bytes = (text: string) => new TextEncoder().encode(text)

describe("a request", () => {
  it.effect(
    "is repeated with growing waits while the answers pass, and fails after half a minute with the last of them",
    () => {
      const waits: Array<number> = []
      return Effect.gen(function* () {
        const server = serverOf({ isOpen: true })
        const { client } = yield* objectsOf(server)
        const left: Array<"refused" | "lost" | "cut"> = ["refused", "lost", "cut"]
        server.fault = () => left.shift()
        yield* client.put("a", bytes("text"))
        server.fault = ({ method }) => (left.length === 0 && method === "GET" ? (left.push("cut"), "cut") : undefined)
        assert.deepStrictEqual((yield* client.get("a"))!.bytes, bytes("text"))
        waits.length = 0
        server.fault = () => "refused"
        const error = yield* Effect.flip(client.get("a"))
        assert.deepInclude(error, { reason: "read", path: "s3://market-data/a" })
        assert.include(error.detail, "503 SlowDown")
        assert.lengthOf(waits, 7)
        assert.isTrue(waits.slice(1).every((wait, index) => wait > waits[index]!))
        const total = waits.reduce((sum, wait) => sum + wait, 0)
        assert.isTrue(total > 18_000 && total < 34_000, `${total}`)
        assert.deepInclude(yield* Effect.flip(client.put("a", bytes(""))), { reason: "write" })
      }).pipe(hurried(now, waits))
    },
  )

  it.effect("that the machine slept over is signed anew", () =>
    Effect.gen(function* () {
      let time = now
      const server = serverOf({ now: () => time })
      const sleeping = Effect.suspend(() => {
        const first = time === now
        time = now + 3_600_000
        return first ? Effect.sleep("30 seconds").pipe(Effect.repeatN(119)) : Effect.void
      })
      const { client } = yield* objectsOf(server, clientOf(server, sleeping))
      assert.isUndefined(yield* client.get("a"))
    }).pipe(hurried(now)),
  )
})

describe("a conditional write", () => {
  it.effect("is made, overtaken, or nobody knows", () =>
    Effect.gen(function* () {
      const server = serverOf({ isOpen: true })
      const { client } = yield* objectsOf(server)
      const tagOf = (condition: Parameters<typeof client.putIf>[2], text = "x") =>
        Effect.map(client.putIf("a", bytes(text), condition), ({ _tag }) => _tag)
      assert.strictEqual(yield* tagOf({ etag: '"0"' }), "Overtaken", "where nothing is")
      assert.strictEqual(yield* tagOf("absent"), "Made")
      assert.strictEqual(yield* tagOf("absent"), "Overtaken")
      const { etag } = (yield* client.get("a"))!
      assert.strictEqual(yield* tagOf({ etag }, "y"), "Made")
      assert.strictEqual(yield* tagOf({ etag }, "z"), "Overtaken")
      for (const fault of ["refused", "lost", "cut"] as const) {
        server.fault = () => fault
        assert.strictEqual(yield* tagOf("absent"), "Unknown", fault)
      }
    }).pipe(hurried(now)),
  )

  it.effect("that a server ignores is found before the first write", () =>
    Effect.gen(function* () {
      for (const header of ["if-match", "if-none-match"] as const) {
        const server = serverOf({ isOpen: true })
        server.honours[header] = false
        const { bucket, client } = yield* objectsOf(server)
        const error = yield* Effect.flip(Conditions.require(bucket, client))
        assert.deepInclude(error, { reason: "access", path: `s3://market-data/${prefix}` })
        assert.match(error.detail, new RegExp(`ignores ${header}: two writers would overwrite`, "i"))
        const store = yield* openObjects(server)
        assert.deepInclude(
          yield* Effect.flip(store.doubt(stocks(["AAPL"]), { from: "2024-01-02", to: "2024-01-03" })),
          {
            reason: "access",
          },
        )
        assert.isTrue([...server.objects.keys()].every((key) => key.endsWith(Conditions.fileName)))
      }
      const server = serverOf({ isOpen: true })
      const { bucket, client } = yield* objectsOf(server)
      yield* Conditions.require(bucket, client)
      yield* Conditions.require(bucket, client)
      const store = yield* openObjects(server)
      const doubt = store.doubt(stocks(["AAPL"]), { from: "2024-01-02", to: "2024-01-03" })
      yield* doubt
      server.requests.length = 0
      yield* doubt
      assert.deepStrictEqual(
        server.requests.map(({ method }) => method),
        ["GET", "GET"],
        "once a process: the manifest is looked for, and the folder listed",
      )
    }).pipe(hurried(now)),
  )
})

describe("reading", () => {
  it.effect("lists page by page, with the keys as they are", () =>
    Effect.gen(function* () {
      const server = serverOf({ pageSize: 3 })
      const { client } = yield* objectsOf(server)
      const keys = Array.from({ length: 10 }, (_, index) => `store/X%3AB&C<D>"'${index}`).sort()
      for (const key of keys) yield* client.put(key, bytes(key))
      yield* client.put("storehouse", bytes(""))
      const listed = yield* client.list("store/")
      assert.deepStrictEqual(
        listed.map(({ key }) => key),
        keys,
      )
      assert.deepStrictEqual(listed[0], { key: keys[0], bytes: keys[0]!.length, modified: now })
      assert.deepStrictEqual((yield* client.get(keys[0]!))!.bytes, bytes(keys[0]!))
      yield* client.remove(keys[0]!)
      yield* client.remove(keys[0]!)
      assert.isUndefined(yield* client.get(keys[0]!))
    }).pipe(hurried(now)),
  )

  it.effect("gives parts of an object, also where the server has no ranges, and tells of another size", () =>
    Effect.gen(function* () {
      for (const ranges of [true, false]) {
        const server = serverOf({ isOpen: true, ranges })
        const { client } = yield* objectsOf(server)
        yield* client.put("a", bytes("0123456789"))
        const part = (start: number, length: number, size = 10) => client.getRange("a", { start, length, size })
        assert.deepStrictEqual((yield* part(3, 4)).bytes, bytes("3456"))
        assert.deepStrictEqual((yield* part(8, 2)).bytes, bytes("89"))
        assert.include((yield* Effect.flip(part(0, 4, 11))).detail, "10 bytes in place of 11")
        assert.deepInclude(yield* Effect.flip(part(10, 4, 14)), { reason: "file" })
        assert.include(
          (yield* Effect.flip(client.getRange("b", { start: 0, length: 1, size: 1 }))).detail,
          "is not there",
        )
      }
    }).pipe(hurried(now)),
  )

  it("of XML takes elements and what stands for characters", () => {
    const xml = "<A><B>1 &lt;&amp;&#x41;&#66;&apos;&unknown;</B><B>2</B><C/></A>"
    assert.deepStrictEqual([...Xml.elements(xml, "B")], ["1 &lt;&amp;&#x41;&#66;&apos;&unknown;", "2"])
    assert.strictEqual(Xml.text(xml, "B"), "1 <&AB'&unknown;")
    assert.isUndefined(Xml.text(xml, "D"))
    assert.strictEqual(Xml.text("<B>&#9999999;</B>", "B"), "&#9999999;")
  })
})

/** The error of a read with some options. */
const errorOf = (server: ObjectServer, own: Partial<Store.ObjectsOptions>) =>
  Effect.flatMap(objectsOf(server, clientOf(server), own), ({ client }) => Effect.flip(client.get("a"))).pipe(
    hurried(now),
  )

describe("the cause of a refusal", () => {
  const wrong = Redacted.make("not-the-secret-of-this-object-store")

  const assertAccess = (error: StoreError, ...words: ReadonlyArray<string>) => {
    assert.deepInclude(error, { _tag: "StoreError", reason: "access" })
    for (const word of words) assert.include(error.message, word)
  }

  it.effect("is told: keys, bucket, region, clock, permissions", () =>
    Effect.gen(function* () {
      const server = serverOf()
      const { accessKeyId } = server
      assertAccess(
        yield* errorOf(server, { credentials: { accessKeyId: "AKIAWRONG", secretAccessKey: wrong } }),
        "InvalidAccessKeyId",
        "`accessKeyId`",
      )
      assertAccess(
        yield* errorOf(server, { credentials: { accessKeyId, secretAccessKey: wrong } }),
        "SignatureDoesNotMatch",
        "`secretAccessKey`",
      )
      assertAccess(yield* errorOf(server, { bucket: "another" }), "There is no bucket another")
      assertAccess(yield* errorOf(server, { region: "eu-west-3" }), "`region` is us-east-1")
      assertAccess(
        yield* errorOf(serverOf({ now: () => now - 20 * 60_000 }), {}),
        "clock of this machine is 20 minutes ahead of that of the object store",
      )
      assertAccess(yield* errorOf(serverOf({ now: () => now + 3_600_000 }), {}), "is 60 minutes behind")
      assertAccess(
        yield* errorOf(serverOf({ sessionToken: "a-newer-session-token" }), {
          credentials: { accessKeyId, secretAccessKey: wrong, sessionToken: Redacted.make("an-old-session-token") },
        }),
        "ExpiredToken",
        "`credentials` as an effect",
      )
      assertAccess(
        yield* errorOf(server, { credentials: Effect.fail(new Error("no profile")) }),
        "there are no credentials (no profile)",
      )
    }),
  )

  it.effect("is told where the endpoint is no object store, or redirects", () =>
    Effect.gen(function* () {
      const answering = (status: number, body: string, headers: Record<string, string> = {}) => {
        const server = serverOf({ isOpen: true })
        server.handle = () => ({ status, headers, body: bytes(body) })
        return errorOf(server, {})
      }
      assertAccess(
        yield* answering(404, "<html>nothing here</html>"),
        "not that of an S3-compatible object store",
        "`endpoint`",
      )
      assertAccess(yield* answering(200, "<html>welcome</html>"), "no ETag")
      const redirect = "<Error><Code>PermanentRedirect</Code><Endpoint>other.example.com</Endpoint></Error>"
      assertAccess(
        yield* answering(301, redirect, { location: "http://other.example.com" }),
        "`endpoint` is other.example.com",
      )
      assertAccess(yield* answering(403, "<Error><Code>AccessDenied</Code></Error>"), "permission to list")
      assertAccess(yield* answering(403, "<Error><Code>Other</Code></Error>"), "`credentials`")
      assert.deepInclude(yield* answering(400, "<Error><Code>Odd</Code></Error>"), { reason: "read" })
      const server = serverOf({ isOpen: true })
      server.handle = () => ({ status: 200, headers: {}, body: bytes("<html/>") })
      const { client } = yield* objectsOf(server)
      assertAccess(yield* Effect.flip(hurried(now)(client.list(""))), "not that of an S3-compatible object store")
    }),
  )
})

describe("keys of an object store", () => {
  it.effect("are in no URL, span, log or error, and an effect gives those that are valid now", () => {
    const spans: Array<Tracer.Span> = []
    const recording = (tracer: Tracer.Tracer) => ({
      ...tracer,
      span: (...options: Parameters<Tracer.Tracer["span"]>) => {
        const span = tracer.span(...options)
        spans.push(span)
        return span
      },
    })
    const logged: Array<string> = []
    const told: Array<string> = []
    const token = "a-session-token/of+this=process"
    const everywhere = Effect.gen(function* () {
      const server = serverOf({ sessionToken: token })
      const { secretAccessKey } = server
      let times = 0
      const credentials = Effect.sync(() => {
        times++
        return {
          accessKeyId: server.accessKeyId,
          secretAccessKey: Redacted.make(secretAccessKey),
          sessionToken: Redacted.make(token),
        }
      })
      const note = (exit: Exit.Exit<unknown, unknown>) => {
        told.push(JSON.stringify(exit))
        if (Exit.isFailure(exit)) told.push(Cause.pretty(exit.cause), String(Cause.squash(exit.cause)))
      }
      const { client } = yield* objectsOf(server, clientOf(server), { credentials })
      yield* client.put("a", bytes("text"))
      assert.strictEqual(times, 1)
      server.fault = ({ method }) => (method === "PUT" ? "refused" : "lost")
      note(yield* Effect.exit(client.put("a", bytes("text"))))
      note(yield* Effect.exit(client.get("a")))
      assert.notInclude(JSON.stringify([told, logged]), "Signature=")
      server.fault = () => undefined
      // A server that repeats what it was sent.
      const handle = server.handle.bind(server)
      server.handle = (request) => {
        handle(request)
        const echo = `${JSON.stringify(request.headers)} ${secretAccessKey}`
        return { status: 400, headers: {}, body: bytes(`<Error><Code>Odd</Code><Message>${echo}</Message></Error>`) }
      }
      const echoed = yield* Effect.exit(Effect.tapErrorCause(client.get("a"), Effect.logError))
      note(echoed)
      assert.include(told.join(), "<redacted>")
      told.push(...server.requests.map(({ target }) => target))
      assert.isTrue(server.requests.every(({ headers }) => headers["x-amz-security-token"] === token))
      assert.isAbove(spans.length, 3)
      const all = [...told, ...logged, ...spans.map((span) => JSON.stringify([...span.attributes, span.name]))].join(
        "\n",
      )
      assert.isAbove(all.length, 500)
      for (const secret of [secretAccessKey, token]) assert.notInclude(all, secret)
    })
    return Effect.flatMap(Effect.tracer, (tracer) => Effect.withTracer(everywhere, recording(tracer))).pipe(
      hurried(now),
      Effect.provide(
        Logger.replace(
          Logger.defaultLogger,
          Logger.map(Logger.stringLogger, (text) => void logged.push(text)),
        ),
      ),
    )
  })
})

describe("requests of a store in an object store", () => {
  it.scoped("go to the endpoint alone, whatever it redirects to", () =>
    Effect.gen(function* () {
      const listen = (server: ObjectServer) =>
        Effect.acquireRelease(
          Effect.promise(() => server.listen()),
          ({ close }) => Effect.promise(close),
        )
      const [asked, other] = [serverOf({ isOpen: true }), serverOf({ isOpen: true })]
      const { url } = yield* listen(other)
      asked.handle = ({ target }) => ({ status: 307, headers: { location: url + target }, body: bytes("") })
      const { url: endpoint } = yield* listen(asked)
      const http = yield* Effect.provide(HttpClient.HttpClient, FetchHttpClient.layer)
      const { client } = yield* objectsOf(asked, http, { endpoint })
      assert.deepInclude(yield* Effect.flip(client.put("a", bytes("text"))), { reason: "access" })
      assert.deepStrictEqual(other.requests, [])
    }),
  )
})

describe("the options of a store in an object store", () => {
  const server = serverOf()
  const of = (own: Partial<Store.ObjectsOptions>) => Effect.runSync(Bucket.of(optionsOf(server, own)))
  const made = (own: Partial<Store.ObjectsOptions>) =>
    Effect.provideService(
      Store.makeObjects(optionsOf(server, own)),
      HttpClient.HttpClient,
      HttpClient.make((request) => Effect.fail(new HttpClientError.RequestError({ request, reason: "Transport" }))),
    )

  it.effect("that name no place, or are no durations, are refused", () =>
    Effect.gen(function* () {
      for (const [own, words] of [
        [{ bucket: "Market" }, "its name"],
        [{ bucket: "a" }, "its name"],
        [{ prefix: "../other" }, "no part begins with a dot"],
        [{ prefix: "a//b" }, "between its parts"],
        [{ prefix: "/a" }, "between its parts"],
        [{ prefix: "a b" }, "it must have letters"],
        [{ endpoint: "storage.example.com" }, "is not a URL"],
        [{ endpoint: "ftp://storage.example.com" }, "http:// or https://"],
        [{ endpoint: "http://key:secret@storage.example.com" }, "holds a user or a password"],
        [{ endpoint: "http://storage.example.com/?x=1" }, "http:// or https://"],
        [{ timeout: -1 }, "it must be a duration, but is -1"],
        [{ settleAfter: "a while" as never }, 'it must be a duration, but is "a while"'],
      ] as const) {
        const refused = yield* Effect.flip(Effect.scoped(made(own)))
        assert.deepInclude(refused, { _tag: "InvalidOption", option: `${Object.keys(own)[0]} of Store` })
        assert.include(refused.message, words)
        assert.notInclude(refused.message, "secret@")
      }
    }),
  )

  it("give addresses with the bucket in the path, and at Amazon in the host", () => {
    const urlOf = (own: Partial<Store.ObjectsOptions>) => of(own).urlOf("splits/ticker=X%3AB/all")
    assert.strictEqual(urlOf({}), "http://objects.test/market-data/splits/ticker%3DX%253AB/all")
    assert.strictEqual(
      urlOf({ endpoint: "https://host.example/storage/" }),
      "https://host.example/storage/market-data/splits/ticker%3DX%253AB/all",
    )
    assert.strictEqual(
      urlOf({ endpoint: undefined, region: "eu-west-3" }),
      "https://market-data.s3.eu-west-3.amazonaws.com/splits/ticker%3DX%253AB/all",
    )
    assert.strictEqual(
      urlOf({ endpoint: undefined, bucket: "a.b.c" }),
      "https://s3.us-east-1.amazonaws.com/a.b.c/splits/ticker%3DX%253AB/all",
    )
    assert.strictEqual(of({ prefix: "" }).root, "s3://market-data")
    assert.strictEqual(of({ prefix: "a/b=1/" }).keyOf("x"), "a/b=1/x")
  })

  it.effect("fail the layer", () =>
    Effect.gen(function* () {
      const layer = Layer.provide(
        Store.layerObjects(optionsOf(server, { prefix: ".." })),
        Layer.succeed(
          HttpClient.HttpClient,
          HttpClient.make((request) => Effect.fail(new HttpClientError.RequestError({ request, reason: "Transport" }))),
        ),
      )
      const error = yield* Effect.flip(Effect.scoped(Layer.build(layer)))
      assert.deepInclude(error, { _tag: "InvalidOption", option: "prefix of Store" })
    }),
  )

  it.effect("need a package that signs", () =>
    Effect.gen(function* () {
      const missing = Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" })
      const error = yield* Effect.flip(Signer.load("s3://bucket", () => Promise.reject(missing)))
      assert.deepInclude(error, { reason: "library", path: "s3://bucket" })
      assert.include(error.message, "npm install aws4fetch")
      const broken = yield* Effect.flip(Signer.load("s3://bucket", () => Promise.reject(new Error("broken"))))
      assert.include(broken.message, "could not be loaded: Error: broken")
    }),
  )
})
