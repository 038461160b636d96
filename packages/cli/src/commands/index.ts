/**
 * All commands, in the order of help.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Command from "../command/Command.js"
import type { Program } from "../command/CommandLine.js"
import { Settings } from "../connect/Settings.js"
import { version } from "../Package.js"
import * as Backfill from "./backfill/index.js"
import * as Endpoints from "./endpoints.js"
import { failures } from "./failures.js"
import { preview } from "./preview.js"
import * as History from "./history/index.js"
import * as Record from "./record.js"
import * as Replay from "./replay.js"
import * as Shared from "./shared.js"

const lazy = (
  name: string,
  summary: string,
  load: () => Promise<{ readonly command: Command.Command }>,
  heading?: string,
) => Command.lazy(name, { heading, summary, load: Effect.map(Effect.promise(load), ({ command }) => command) })

/** All commands, each imported on use. */
export const commands: ReadonlyArray<Command.CommandNode> = [
  ...Endpoints.groups,
  lazy("search", "Find the command for a question", () => import("./search.js")),
  lazy("chart", "Draw candles and volume, in the terminal or as a page", async () => ({
    command: (await import("./chart.js")).chart,
  })),
  lazy("live", "Print rows as they happen, from the live channel", async () => ({
    command: (await import("./live.js")).live,
  })),
  preview,
  History.group,
  Backfill.group,
  lazy("login", "Store the URL and your key in a profile", () => import("./connection/login.js")),
  lazy("doctor", "Check the connection, the key, and what your plan includes", () => import("./doctor/command.js")),
  lazy("sandbox", "Serve the sandbox on a port, with its explorer", () => import("./sandbox.js")),
  lazy("mcp", "Run a Model Context Protocol server over stdin and stdout", () => import("./mcp.js")),
  lazy("profiles", "Show the profiles, without their keys", () => import("./connection/profiles.js"), Command.briefly),
  lazy("logout", "Forget a profile and its key", () => import("./connection/logout.js"), Command.briefly),
  { ...Record.command, heading: Command.briefly },
  { ...Replay.command, heading: Command.briefly },
  Command.group("completions", {
    heading: Command.briefly,
    summary: "Print the completion script of a shell",
    text: "Completions offer commands, options that are not written yet, their words, files, and tickers of the service, which are stored for a day.",
    commands: Effect.flatMap(
      Effect.promise(() => import("./completions.js")),
      ({ group }) => group(() => commands).commands,
    ),
  }),
]

/** The program `candela`. */
export const program: Program = {
  name: "candela",
  text: "Market data from the command line: every endpoint of the service, files, histories and charts. --sandbox needs no account: its prices are synthetic.",
  version,
  commands,
  options: Shared.options,
  provide: (values) => Effect.provideService(Settings, Shared.toSettings(values as Shared.SharedValues)),
  failures,
  examples: [
    "search daily prices of a stock",
    "stocks bars AAPL --timespan 1d --from -1mo --sandbox",
    "chart AAPL --from -6mo --sandbox",
    "login",
  ],
}
