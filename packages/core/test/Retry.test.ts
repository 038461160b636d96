import {
  BadResolution,
  Conflict,
  DecodeError,
  InvalidRequest,
  NotFound,
  PaginationError,
  RateLimited,
  ServiceError,
  TimeoutError,
  TransportError,
  Unauthorized,
  type MarketDataError,
} from "@candela/core/MarketDataError"
import * as Retry from "@candela/core/Retry"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Exit, FastCheck as fc, Fiber, Random, Schedule, TestClock } from "effect"
import { leapingClock } from "@candela/support/leapingClock"
import { runs, seeded } from "@candela/support/seeded"

const endpoint = "test.status"
const unlimited: Retry.Limits = {
  budget: Retry.budget({ reserve: Infinity }),
  until: Infinity,
  pause: () => Effect.void,
}
const lost = new TransportError({ endpoint, reason: "Connection", detail: "ECONNRESET" })
const limited = (seconds?: number) =>
  new RateLimited({
    endpoint,
    status: 429,
    detail: "",
    ...(seconds === undefined ? {} : { retryAfter: Duration.seconds(seconds) }),
  })
const failed = (status?: number) =>
  new ServiceError({ endpoint, detail: "", ...(status === undefined ? {} : { status }) })

/** The times at which attempts were made that fail with these errors, the last one again and again. */
const attempts = (policy: Retry.Policy, errors: ReadonlyArray<MarketDataError>) =>
  Effect.gen(function* () {
    const times: Array<number> = []
    const attempt = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.fail(errors[Math.min(times.push(now), errors.length) - 1]!),
    )
    const fiber = yield* Effect.fork(Effect.exit(Retry.retry(policy, unlimited)(attempt)))
    yield* TestClock.adjust("1 hour")
    const exit = yield* Fiber.join(fiber)
    assert.deepStrictEqual(exit, Exit.fail(errors[Math.min(times.length, errors.length) - 1]!))
    const start = times[0]!
    return times.map((time) => time - start)
  })

const steady = Retry.make({ jitter: false })

describe("the default policy", () => {
  it.effect("waits 250 ms, and twice as long each time, five times", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* attempts(steady, [lost]), [0, 250, 750, 1750, 3750, 7750])
    }),
  )

  it.effect("varies each delay by a fifth, and not always in the same way", () =>
    Effect.gen(function* () {
      const runs = yield* Effect.all([attempts(Retry.standard, [lost]), attempts(Retry.standard, [lost])]).pipe(
        Effect.withRandom(Random.make(20240229)),
      )
      for (const times of runs) {
        const delays = times.slice(1).map((time, index) => time - times[index]!)
        assert.lengthOf(delays, 5)
        for (const [index, delay] of delays.entries()) {
          const middle = 250 * 2 ** index
          assert.isAtLeast(delay, Math.floor(middle * 0.8))
          assert.isAtMost(delay, Math.ceil(middle * 1.2))
        }
      }
      assert.notDeepEqual(runs[0], runs[1])
    }),
  )
})

describe("Retry.make", () => {
  it.effect("takes the number, the base, the factor and the cap", () =>
    Effect.gen(function* () {
      const policy = Retry.make({ times: 4, base: "1 second", factor: 3, cap: "5 seconds", jitter: false })
      assert.deepStrictEqual(yield* attempts(policy, [lost]), [0, 1000, 4000, 9000, 14_000])
    }),
  )

  it.effect("never waits longer than its cap, jitter included", () =>
    Effect.gen(function* () {
      const policy = Retry.make({ times: 30, base: "10 seconds", factor: 1, cap: "10 seconds" })
      const times = yield* Effect.withRandom(attempts(policy, [lost]), Random.make(7))
      const delays = times.slice(1).map((time, index) => time - times[index]!)
      assert.isTrue(
        delays.every((delay) => delay >= 8000 && delay <= 10_000),
        delays.join(" "),
      )
    }),
  )

  it.effect("waits for up to a minute after a 429 that does not say how long, or for the cap", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* attempts(steady, [limited()]), [0, 1000, 9000, 69_000, 129_000, 189_000])
      const own = Retry.make({ times: 2, base: "100 millis", factor: 3, rateLimitedCap: "5 seconds", jitter: false })
      assert.deepStrictEqual(yield* attempts(own, [limited()]), [0, 900, 5900])
      const quick = Retry.make({ times: 2, base: "100 millis", cap: "150 millis", jitter: false })
      assert.deepStrictEqual(yield* attempts(quick, [limited()]), [0, 150, 300])
    }),
  )

  it.effect("makes one attempt where it is told to retry none", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* attempts(Retry.none, [lost]), [0])
      assert.deepStrictEqual(yield* attempts(Retry.make({ times: 0 }), [lost]), [0])
    }),
  )
})

describe("Retry-After", () => {
  it.effect("is a floor: no attempt comes sooner, and a longer delay stays", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* attempts(steady, [limited(5), failed(503), failed(503), limited(1), limited(60), limited(0)]),
        [0, 5000, 5500, 6500, 8500, 68_500],
      )
    }),
  )

  it.effect("of two minutes is waited for, a longer one fails at once", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* attempts(steady, [limited(120), new NotFound({ endpoint, detail: "" })]),
        [0, 120_000],
      )
      assert.deepStrictEqual(yield* attempts(steady, [limited(121)]), [0])
      const down = new ServiceError({ endpoint, status: 503, detail: "", retryAfter: Duration.hours(1) })
      assert.deepStrictEqual(yield* attempts(steady, [down]), [0])
    }),
  )

  it.effect("holds for a policy of the user's own too", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* attempts(Schedule.recurs(2), [limited(5), lost]), [0, 5000, 5000])
    }),
  )
})

describe("what is tried again", () => {
  const answer = { endpoint, status: 400, detail: "" }
  const again = [
    lost,
    new TransportError({ endpoint, reason: "CutBody", detail: "" }),
    new TimeoutError({ endpoint, timeout: Duration.seconds(30) }),
    limited(),
    limited(120),
    failed(408),
    failed(500),
    failed(503),
    failed(599),
  ]
  const never = [
    new Unauthorized({ ...answer, reason: "UnknownKey" }),
    new NotFound(answer),
    new Conflict(answer),
    new BadResolution(answer),
    new InvalidRequest({ endpoint, parameter: "limit", value: "0", expected: "" }),
    new DecodeError({ endpoint, path: "", expected: "", actual: "", snippet: "" }),
    new PaginationError({ endpoint, page: 1, detail: "" }),
    new TransportError({ endpoint, reason: "BodyTooLarge", detail: "" }),
    new TransportError({ endpoint, reason: "Redirect", detail: "" }),
    limited(121),
    failed(),
    failed(200),
    failed(304),
    failed(418),
  ]
  const name = (error: MarketDataError) =>
    [error._tag, "reason" in error ? error.reason : "", "status" in error ? error.status : ""].filter(String).join(" ")

  for (const error of again) {
    it.effect(`${name(error)} is`, () =>
      Effect.gen(function* () {
        assert.isTrue(Retry.isRetryable(error))
        assert.lengthOf(yield* attempts(Schedule.recurs(1), [error]), 2)
      }),
    )
  }
  for (const error of never) {
    it.effect(`${name(error)} is not, whatever the policy`, () =>
      Effect.gen(function* () {
        assert.isFalse(Retry.isRetryable(error))
        assert.deepStrictEqual(yield* attempts(Schedule.forever, [error]), [0])
      }),
    )
  }
})

describe("what is unlikely to heal", () => {
  const connection = (detail: string, origin = "https://api.test") =>
    new TransportError({ endpoint, reason: "Connection", detail, origin })
  const page = new ServiceError({ endpoint, status: 200, detail: "<html>", foreign: true })

  it.effect(
    "is tried once more: an unknown host, a host without TLS, a page of something else, a closed port here",
    () =>
      Effect.gen(function* () {
        for (const error of [
          connection("ENOTFOUND"),
          connection("EPROTO"),
          connection("ERR_SSL_WRONG_VERSION_NUMBER"),
          connection("ECONNREFUSED", "http://127.0.0.1:8787"),
          page,
        ]) {
          assert.deepStrictEqual(yield* attempts(steady, [error]), [0, 250], error.message)
          // Another failure before or after it is retried as always.
          assert.lengthOf(yield* attempts(steady, [lost, error, lost]), 6)
          assert.lengthOf(yield* attempts(steady, [lost, error, lost, error]), 4)
        }
        for (const detail of ["EAI_AGAIN", "ECONNRESET", "ETIMEDOUT", "ECONNREFUSED"]) {
          assert.lengthOf(yield* attempts(steady, [connection(detail)]), 6, detail)
        }
      }),
  )

  it.effect("is not tried again, whatever the policy, if a certificate is not trusted", () =>
    Effect.gen(function* () {
      for (const code of [
        "CERT_HAS_EXPIRED",
        "SELF_SIGNED_CERT_IN_CHAIN",
        "DEPTH_ZERO_SELF_SIGNED_CERT",
        "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
        "ERR_TLS_CERT_ALTNAME_INVALID",
      ]) {
        assert.deepStrictEqual(yield* attempts(Schedule.recurs(3), [connection(code)]), [0], code)
      }
    }),
  )
})

/** A policy that writes down the errors that it is asked about. */
const recording = (policy: Retry.Policy) => {
  const asked: Array<MarketDataError> = []
  return { asked, policy: Schedule.tapInput(policy, (error: MarketDataError) => Effect.sync(() => asked.push(error))) }
}

describe("a policy", () => {
  it.effect("is asked about each failure in turn, the first one first", () =>
    Effect.gen(function* () {
      const errors = [limited(1), lost, failed(503), new NotFound({ endpoint, detail: "" })]
      const driven = recording(steady)
      assert.deepStrictEqual(yield* attempts(driven.policy, errors), [0, 1000, 1500, 2500])
      assert.deepStrictEqual(driven.asked.slice(0, 3), errors.slice(0, 3))
    }),
  )

  it.effect("counts exactly: so many times, and each run from the start", () =>
    Effect.gen(function* () {
      for (const times of [0, 1, 2, 7]) {
        const driven = recording(Retry.make({ times, jitter: false }))
        for (const _ of ["once", "again"]) assert.lengthOf(yield* attempts(driven.policy, [lost]), times + 1)
        // The last failure is asked about as well, in vain.
        assert.lengthOf(driven.asked, 2 * (times + 1))
        let left = times
        const saved = Effect.suspend(() => (left-- > 0 ? Effect.fail(lost) : Effect.succeed("saved")))
        const fiber = yield* Effect.fork(Retry.retry(driven.policy, unlimited)(saved))
        yield* TestClock.adjust("1 hour")
        assert.strictEqual(yield* Fiber.join(fiber), "saved")
        assert.lengthOf(driven.asked, 2 * (times + 1) + times)
      }
    }),
  )

  it.effect("begins anew each time that one effect is run, also side by side", () =>
    Effect.gen(function* () {
      let made = 0
      const effect = Retry.retry(steady, unlimited)(Effect.suspend(() => Effect.fail(++made < 0 ? failed() : lost)))
      const fiber = yield* Effect.fork(
        Effect.all(
          [1, 2, 3].map(() => Effect.exit(effect)),
          { concurrency: 3 },
        ),
      )
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(
        yield* Fiber.join(fiber),
        [1, 2, 3].map(() => Exit.fail(lost)),
      )
      assert.strictEqual(made, 18)
    }),
  )

  /** How long each attempt takes, and what comes of it: a success, an error, or a defect. */
  const outcome = fc.record({
    takes: fc.constantFrom(0, 0, 1, 400, 3000),
    error: fc.constantFrom<MarketDataError | "defect" | undefined>(
      lost,
      lost,
      failed(503),
      failed(408),
      limited(),
      new TimeoutError({ endpoint, timeout: Duration.seconds(30) }),
      new NotFound({ endpoint, detail: "" }),
      failed(418),
      "defect",
      undefined,
    ),
  })
  const policies: Readonly<Record<string, Retry.Policy>> = {
    standard: Retry.standard,
    steady,
    none: Retry.none,
    fixed: Schedule.fixed("1 second"),
    windowed: Schedule.windowed("1 second"),
    "for a time": Schedule.spaced("700 millis").pipe(Schedule.upTo("4 seconds")),
    "by the error": Schedule.recurWhile<MarketDataError>((error) => error._tag !== "RateLimited"),
    fibonacci: Schedule.intersect(Schedule.fibonacci("100 millis"), Schedule.recurs(6)),
  }

  it.effect.prop(
    "is followed as Effect.retry follows it: the same attempts, at the same times, to the same end",
    {
      script: fc.array(outcome, { minLength: 1, maxLength: 9 }),
      name: fc.constantFrom(...Object.keys(policies)),
      seed: fc.nat(),
    },
    ({ name, script, seed }) =>
      Effect.gen(function* () {
        const policy = policies[name]!
        const run = (
          retried: (attempt: Effect.Effect<number, MarketDataError>) => Effect.Effect<number, MarketDataError>,
        ) => {
          const times: Array<number> = []
          const attempt = Effect.gen(function* () {
            const index = times.push(yield* Clock.currentTimeMillis) - 1
            const { error, takes } = script[Math.min(index, script.length - 1)]!
            yield* Effect.sleep(takes)
            if (error === undefined || index > 20) return index
            return yield* error === "defect" ? Effect.dieMessage("a defect") : Effect.fail(error)
          })
          return Effect.exit(retried(attempt)).pipe(
            Effect.map((exit) => ({ times, exit })),
            Effect.withRandom(Random.make(seed)),
            Effect.withClock(leapingClock()),
          )
        }
        const expected = yield* run(Effect.retry({ schedule: policy, while: Retry.isRetryable }))
        assert.deepStrictEqual(yield* run(Retry.retry(policy, unlimited)), expected)
      }),
    { fastCheck: { ...seeded.fastCheck, numRuns: runs(100) } },
  )

  it.effect.prop(
    "waits for the longer of its own delay and what the service asks for, after the first failure as after all others",
    { waits: fc.array(fc.option(fc.integer({ min: 0, max: 120 })), { minLength: 1, maxLength: 6 }) },
    ({ waits }) =>
      Effect.gen(function* () {
        const times: Array<number> = []
        const attempt = Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Effect.fail(limited(waits[Math.min(times.push(now), waits.length) - 1] ?? undefined)),
        )
        yield* Effect.exit(Retry.retry(steady, unlimited)(attempt)).pipe(Effect.withClock(leapingClock()))
        const expected = [0]
        for (let retry = 0; retry < 5; retry++) {
          const asked = waits[Math.min(retry, waits.length - 1)]
          const own = typeof asked === "number" ? 250 * 2 ** retry : Math.min(1000 * 8 ** retry, 60_000)
          expected.push(expected[retry]! + Math.max(own, (asked ?? 0) * 1000))
        }
        assert.deepStrictEqual(times, expected)
      }),
    { fastCheck: { ...seeded.fastCheck, numRuns: runs(100) } },
  )
})
