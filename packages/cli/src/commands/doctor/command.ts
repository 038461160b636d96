/**
 * `candela doctor`: checks the connection, and what it provides.
 *
 * @module
 */
import { MarketData } from "@candela/core/MarketData"
import * as Redaction from "@candela/core/internal/Redaction"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Command from "../../command/Command.js"
import { Failed } from "../../command/Failed.js"
import * as Option from "../../command/Option.js"
import * as Connect from "../../connect/Connect.js"
import * as Present from "../../connect/Present.js"
import { Settings } from "../../connect/Settings.js"
import { Wrapper } from "../../connect/Wrapper.js"
import * as Private from "../../output/Private.js"
import * as Report from "../../output/Report.js"
import { version } from "../../Package.js"
import * as Progress from "../../progress/Progress.js"
import { Terminal } from "../../terminal/Terminal.js"
import * as Bundle from "./Bundle.js"
import * as Check from "./Check.js"
import { examine } from "./examine.js"
import * as Observer from "./Observer.js"

const versions = (): Bundle.Versions => ({
  candela: version(),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
})

const ofVersions = ({ candela, node, platform }: Bundle.Versions) =>
  Check.ok("versions", `candela ${candela}, node ${node}, ${platform}`)

/** Check of the connection's address, with the source of its settings. */
const ofConnection = ({ connection }: MarketData.Service, isSandbox: boolean): Check.Check => {
  if (isSandbox) return Check.ok("connection", "the sandbox inside this process: synthetic prices until 2025-06-30")
  const { baseUrl, keyFrom, urlFrom } = connection
  const found = `${baseUrl.href} (${urlFrom}), with the key of ${keyFrom}`
  const isLocal = /^(localhost|127\.|\[::1\])/.test(baseUrl.hostname)
  return baseUrl.protocol === "http:" && !isLocal
    ? Check.warning("connection", `${found}. The key travels over http as plain text: use https://`)
    : Check.ok("connection", found)
}

/** Examines the service; fails without a connection. */
const run = (observer: Observer.Observer, all: boolean) =>
  Effect.gen(function* () {
    const service = yield* MarketData
    const { sandbox } = yield* Settings
    const progress = yield* Progress.make
    const checks = yield* examine(observer, {
      all,
      onProbe: (endpoint, done) => progress.update({ label: endpoint, pages: done }),
    })
    return { connection: service.connection, checks: [ofConnection(service, sandbox), ...checks] }
  }).pipe(Effect.provide(Connect.layer), Effect.provideService(Wrapper, observer.wrap))

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The command. */
export const command: Command.Command = Command.make("doctor", {
  summary: "Check the connection, the key, and what your plan includes",
  text:
    "It requests one example of each service, and how far back daily bars go: about 20 requests. Exit code 1 where something fails. " +
    "A warning is something to know: data that the plan does not include, or late data.",
  options: {
    all: Option.flag("Request an example of every endpoint, about 140 requests."),
    bundle: Option.optional(
      Option.text({
        value: "FILE",
        text: "Write a report to send to the maintainers: versions, requests with their ids and times, and the beginning of each response. Never the key.",
        example: "doctor.json",
        completes: "file",
      }),
    ),
    format: Option.withDefault(
      Option.word(["table", "json"], { value: "FORMAT", text: "A line for each check, or one JSON object." }),
      "table" as const,
    ),
  },
  examples: ["doctor --sandbox", "doctor --bundle doctor.json --sandbox", "doctor --format json --sandbox"],
  run: ({ all, bundle, format }) =>
    Effect.gen(function* () {
      const terminal = yield* Terminal
      const observer = Observer.make((yield* Settings).verbose)
      const found = yield* run(observer, all).pipe(
        Effect.scoped,
        Effect.catchAll((error) =>
          Effect.succeed({ connection: undefined, checks: [Check.failure("connection", messageOf(error))] }),
        ),
      )
      const checks = [ofVersions(versions()), ...found.checks]
      const failed = checks.filter(({ status }) => status === "failure")
      const { hasColors, isTerminal } = terminal.out
      const columns = isTerminal ? yield* terminal.out.columns : Number.POSITIVE_INFINITY
      yield* Report.draw({ format, out: undefined }, Check.lines(checks, { columns, hasColors }), {
        ok: failed.length === 0,
        checks,
      })
      if (bundle !== undefined) {
        const text = Bundle.text({
          versions: versions(),
          connection: found.connection,
          at: yield* Clock.currentTimeMillis,
          checks,
          exchanges: observer.exchanges,
        })
        const key = terminal.variable("MARKET_DATA_API_KEY")
        const redaction = Redaction.make(...(key === undefined ? [] : [Redacted.make(key)]))
        yield* Private.write(bundle, redaction.text(text))
        yield* terminal.err.write(
          `The report is in ${bundle}. It holds responses of the service, and no key: read it before you send it.\n`,
        )
      }
      if (failed.length > 0) {
        return yield* new Failed({
          message: `${failed.length === 1 ? "1 check" : `${failed.length} checks`} failed: ${failed.map(({ check }) => check).join(", ")}.`,
        })
      }
    }).pipe(Present.live),
})
