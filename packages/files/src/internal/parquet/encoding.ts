/** Parts of row groups to the bytes of a Parquet file, in the thread that it runs in. */
import type { RecordBatch } from "parquet-wasm"
import type { ParquetWasm } from "./library.js"
import { build, type Properties } from "./properties.js"

/** A file that is being encoded. Calls must not overlap. */
export class Encoding {
  private bytes: Array<Uint8Array> = []
  /** Settled when all bytes have come; `undefined` before the first part. */
  private all: Promise<void> | undefined
  private controller!: ReadableStreamDefaultController<RecordBatch>
  /** Called when the library asks for the next part: it has encoded the one before then. */
  private asked: () => void = () => undefined

  constructor(
    private readonly library: ParquetWasm,
    private readonly properties: Properties,
  ) {}

  /** Encodes a part, an Arrow stream of one batch. Gives the bytes that there are by then. */
  async push(ipc: Uint8Array): Promise<Array<Uint8Array>> {
    const table = this.library.Table.fromIPCStream(ipc)
    const batches = table.recordBatches()
    table.free()
    this.all ??= this.start()
    for (const batch of batches) {
      const asked = new Promise<void>((resolve) => (this.asked = resolve))
      this.controller.enqueue(batch)
      // If the library fails, it asks no more.
      await Promise.race([asked, this.all])
    }
    return this.take()
  }

  /** Ends the file. Gives the rest of its bytes; all of them, made of an Arrow stream without batches, if there was no part. */
  async finish(empty: Uint8Array): Promise<Array<Uint8Array>> {
    const { library, properties } = this
    // The library refuses an empty stream.
    if (this.all === undefined) {
      return [library.writeParquet(library.Table.fromIPCStream(empty), build(library, properties))]
    }
    this.controller.close()
    await this.all
    return this.take()
  }

  private start(): Promise<void> {
    const source = new ReadableStream<RecordBatch>(
      {
        start: (controller) => {
          this.controller = controller
        },
        pull: () => this.asked(),
      },
      { highWaterMark: 0 },
    )
    const all = this.collect(source)
    // Whoever waits for a part hears of a failure; between two of them nobody does.
    all.catch(() => undefined)
    return all
  }

  private async collect(source: ReadableStream<RecordBatch>): Promise<void> {
    const { library, properties } = this
    const encoded = await library.transformParquetStream(source, build(library, properties))
    const reader = (encoded as ReadableStream<Uint8Array>).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      this.bytes.push(value)
    }
  }

  private take(): Array<Uint8Array> {
    const bytes = this.bytes
    this.bytes = []
    return bytes
  }
}
