/** Encodes parts of row groups to the bytes of a Parquet file, in the current thread. */
import type { RecordBatch } from "parquet-wasm"
import type { ParquetWasm } from "./library.js"
import { build, type Properties } from "./properties.js"

/** A file being encoded. Calls must not overlap. */
export class Encoding {
  private bytes: Array<Uint8Array> = []
  /** Settled after the last byte; `undefined` before the first part. */
  private all: Promise<void> | undefined
  private controller!: ReadableStreamDefaultController<RecordBatch>
  /** Called when the library requests the next part, after encoding the previous one. */
  private asked: () => void = () => undefined

  constructor(
    private readonly library: ParquetWasm,
    private readonly properties: Properties,
  ) {}

  /** Encodes a part, an Arrow stream of one batch. Returns the bytes available by then. */
  async push(ipc: Uint8Array): Promise<Array<Uint8Array>> {
    const table = this.library.Table.fromIPCStream(ipc)
    const batches = table.recordBatches()
    table.free()
    this.all ??= this.start()
    for (const batch of batches) {
      const asked = new Promise<void>((resolve) => (this.asked = resolve))
      this.controller.enqueue(batch)
      // A failed library requests no more parts.
      await Promise.race([asked, this.all])
    }
    return this.take()
  }

  /**
   * Ends the file. Returns the rest of its bytes, or all bytes, from an Arrow stream without
   * batches, if there was no part.
   */
  async finish(empty: Uint8Array): Promise<Array<Uint8Array>> {
    const { library, properties } = this
    // The library rejects an empty stream.
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
    // A failure reaches the caller that waits for a part; between two parts there is none.
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
