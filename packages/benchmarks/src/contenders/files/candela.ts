/** Candela: a history streamed as columns into a file, or only streamed. */
import type { Columns } from "@candela/core/Columns"
import * as MarketData from "@candela/core/MarketData"
import * as Arrow from "@candela/files/Arrow"
import * as Csv from "@candela/files/Csv"
import * as Parquet from "@candela/files/Parquet"
import type { Bar } from "@candela/market/Bar"
import * as NodeClient from "@candela/node/NodeClient"
import { Stocks } from "@candela/stocks/Stocks"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import type * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Sink from "effect/Sink"
import * as Stream from "effect/Stream"
import { join } from "node:path"
import { history, type Trial } from "../../Contender.js"
import { withTemporaryFolder } from "../../TemporaryFolder.js"
import { addColumns, request } from "../history/candela.js"
import type { HistoryInput, Sum } from "../history/history.js"

const layer = ({ url }: HistoryInput) =>
  Stocks.layer.pipe(
    Layer.provide(MarketData.MarketData.layer({ baseUrl: url, apiKey: "key" })),
    Layer.provide(NodeClient.layer),
    Layer.merge(NodeFileSystem.layer),
  )

/** Destination of the columns. */
type To = (path: string) => Sink.Sink<unknown, Columns<Bar>, never, unknown, FileSystem.FileSystem>

/** Streams the history into a sink, and adds up what went there. */
const streamed =
  (to: To): Trial<HistoryInput> =>
  (input) =>
    withTemporaryFolder((folder) =>
      history(() => {
        const sum: Sum = { rows: 0, volume: 0 }
        const columns = Stream.unwrap(Effect.map(Stocks, ({ bars }) => bars.columns(request(input)))).pipe(
          Stream.map((chunk) => {
            addColumns(sum, chunk)
            return chunk
          }),
        )
        return Stream.run(columns, to(join(folder, "bars"))).pipe(
          Effect.as(sum),
          Effect.provide(layer(input)),
          Effect.runPromise,
        )
      }),
    )

const { bars } = Stocks.endpoints

/** To nothing. */
export const bare: Trial<HistoryInput> = streamed(() => Sink.drain)
/** To Parquet. */
export const parquet: Trial<HistoryInput> = streamed((path) => Parquet.file(path, bars))
/** To Arrow. */
export const arrow: Trial<HistoryInput> = streamed((path) => Arrow.file(path, bars))
/** To CSV. */
export const csv: Trial<HistoryInput> = streamed((path) => Csv.file(path, bars))
