import * as Arbitraries from "@candela/testing/Arbitraries"
import * as Fault from "@candela/testing/Fault"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, FastCheck } from "effect"
import { bytesOf, endpoints, read } from "./documents.js"
import { runs, sampled } from "@candela/support/seeded"

const struck = (path: string): Fault.Struck => ({
  url: new URL(path, "http://service.test"),
  foreign: "https://foreign.invalid",
  draw: () => 0.5,
  latency: Duration.zero,
  retryAfter: Duration.zero,
})

/** The body of an answer after a fault; as it was where the fault does not apply. */
const after = (fault: Fault.Name, path: string, body: Uint8Array): Uint8Array => {
  const { strike } = Fault.kinds[fault] as Fault.Kind
  const step = strike._tag === "Change" ? strike.step({ status: 200, headers: {}, body }, struck(path)) : undefined
  return Effect.isEffect(step) || step === undefined ? body : step.body!
}

describe("a fault", () => {
  for (const endpoint of sampled(endpoints, 0)) {
    const several = endpoint.kind === "single" ? { minLength: 1, maxLength: 1 } : { minLength: 1, maxLength: 5 }
    const rows = FastCheck.array(Arbitraries.row(endpoint), several)

    it(`that is harmless changes no row of ${endpoint.name}, and unknown words and zeros are read as they are`, () =>
      FastCheck.assert(
        FastCheck.property(rows, (rows) => {
          const body = bytesOf(endpoint, rows)
          assert.deepStrictEqual(read(endpoint, after("UnknownField", endpoint.path, body)), rows)
          for (const fault of ["UnknownEnum", "ZeroSnapshot"] as const) {
            assert.strictEqual(read(endpoint, after(fault, endpoint.path, body)).length, rows.length)
          }
        }),
        { seed: 12, numRuns: runs(20) },
      ))
  }
})
