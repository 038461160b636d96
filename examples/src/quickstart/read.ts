/**
 * Reads the bars in one way, in a process of its own, so that no way runs on code and memory that another
 * has left behind. Arguments: the way, the service's URL and the key. Its last line is the reading, as JSON.
 */
import { MarketData } from "@candela/core"
import { NodeClient } from "@candela/node"
import { Stocks } from "@candela/stocks"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect, Layer, Schema } from "effect"
import * as Scale from "./Scale.js"

const [way = "", url = "", key = ""] = process.argv.slice(2)
if (!Scale.isWay(way)) throw new Error(`no way of reading: ${way}`)

const Live = Stocks.layer.pipe(
  Layer.provide(MarketData.layer({ baseUrl: url, apiKey: key })),
  Layer.provide(NodeClient.layer),
)
const json = Schema.encode(Schema.parseJson(Scale.Reading))

const reading: Effect.Effect<Scale.Reading, unknown, Stocks> = Scale.ways[way](url, key)

NodeRuntime.runMain(reading.pipe(Effect.flatMap(json), Effect.flatMap(Console.log), Effect.provide(Live)))
