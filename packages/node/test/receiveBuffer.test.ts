import { NodeClient } from "@candela/node"
import * as HttpClient from "@effect/platform/HttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import type { Socket } from "node:net"
import { serve, serveRaw, settled } from "./server.js"

const MEGABYTE = 1_000_000

/** Bytes that differ from place to place, and from one seed to another. */
const noise = (length: number, seed: number) => {
  const bytes = new Uint8Array(length)
  let state = seed
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    bytes[i] = state >>> 24
  }
  return bytes
}

describe("the memory that all connections receive into", () => {
  it.scoped("overwrites nothing that was handed on before: parts that are kept stay as they came", () =>
    Effect.gen(function* () {
      const { connections, url } = yield* serve((request, response) => {
        response.end(noise(3 * MEGABYTE, Number(request.url!.slice(1))))
      })
      const seeds = [1, 2, 3, 4, 5, 6]
      const read = (seed: number) =>
        Effect.flatMap(HttpClient.get(`${url}/${seed}`), (response) => Stream.runCollect(response.stream))
      const kept = yield* Effect.forEach(seeds, read, { concurrency: 3 })
      assert.isAbove(connections.most, 1)
      seeds.forEach((seed, index) => {
        assert.isTrue(Buffer.concat([...kept[index]!]).equals(noise(3 * MEGABYTE, seed)), `body ${seed}`)
      })
    }).pipe(Effect.provide(NodeClient.layer)),
  )

  it.scoped("is not shown by the error of an answer that is none", () =>
    Effect.gen(function* () {
      const writing = (bytes: string) => serveRaw((socket) => socket.on("data", () => void socket.write(bytes)))
      const none = yield* writing(`NO ANSWER ${"x".repeat(300)}\r\n\r\n`)
      const other = yield* writing("HTTP/1.1 200 OK\r\nset-cookie: of another origin\r\ncontent-length: 2\r\n\r\nok")
      const { cause } = yield* Effect.flip(HttpClient.get(none.url))
      const packet = () => Buffer.from((cause as { rawPacket: Uint8Array }).rawPacket).toString()
      assert.include(packet(), "NO ANSWER")
      assert.strictEqual(yield* Effect.flatMap(HttpClient.get(other.url), (response) => response.text), "ok")
      assert.include(packet(), "NO ANSWER")
      assert.notInclude(packet(), "another origin")
    }).pipe(Effect.provide(NodeClient.layer)),
  )

  it.scoped("takes nothing for an answer that came before it was asked for", () =>
    Effect.gen(function* () {
      const answer = (text: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`
      const sockets: Array<Socket> = []
      const { connections, url } = yield* serveRaw((socket) => {
        sockets.push(socket)
        socket.on("data", () => void socket.write(answer("asked")))
      })
      const text = Effect.flatMap(HttpClient.get(url), (response) => response.text)
      assert.strictEqual(yield* text, "asked")
      sockets[0]!.write(answer("forged"))
      assert.strictEqual(yield* settled(() => connections.open), 0)
      assert.strictEqual(yield* text, "asked")
      assert.strictEqual(connections.total, 2)
    }).pipe(Effect.provide(NodeClient.layer)),
  )
})
