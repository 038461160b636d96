/**
 * Options of commands that read the live channel.
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Option from "../command/Option.js"

/** Where the live channel is, and how fast the sandbox's clock runs. */
export const liveOptions = {
  "live-url": Option.optional(
    Option.text({
      value: "URL",
      text: "URL of the live channel. Default: MARKET_DATA_LIVE_URL; on this computer, the port of the service itself.",
      example: "wss://socket.massive.com",
    }),
  ),
  speed: Option.optional(
    Option.of(
      {
        value: "SPEED",
        text: "Speed of the clock of --sandbox: 1 in real time, 60 for an hour in a minute, asap for as fast as rows are taken.",
        example: "60",
      },
      (text): Either.Either<number | "asap", string> =>
        text === "asap"
          ? Either.right(text)
          : Number(text) > 0 && Number.isFinite(Number(text))
            ? Either.right(Number(text))
            : Either.left("a number above 0, or asap"),
    ),
  ),
}
