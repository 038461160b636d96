/** Encodes files of one row group, in the current thread. */
import type * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as FileSchema from "../../FileSchema.js"
import * as IpcWriter from "../arrow/ipcWriter.js"
import type { Arrow } from "../arrow/library.js"
import * as ArrowSchema from "../arrow/schema.js"
import { BatchBuilder } from "../arrow/write.js"
import * as RowGroups from "../rowGroups.js"
import type { Row } from "../rows.js"
import type { ParquetWasm } from "./library.js"
import * as Properties from "./properties.js"

/**
 * Encoder of many files of an endpoint's rows. The next file uses the memory of the last one: new memory for each file
 * has the garbage collector run several times as often, which takes as long as encoding.
 */
export class SmallFiles<E extends Endpoint.AnyRows> {
  private readonly columns: ReadonlyArray<FileSchema.Column>
  private readonly batches: BatchBuilder
  private readonly writers: ReturnType<typeof IpcWriter.streams>
  private readonly group: RowGroups.Group<E>
  private spare = new ArrayBuffer(0)

  constructor(
    arrow: Arrow,
    private readonly library: ParquetWasm,
    endpoint: E,
  ) {
    this.columns = FileSchema.of(endpoint)
    const schema = ArrowSchema.of(arrow, this.columns, "")
    this.batches = new BatchBuilder(arrow, this.columns, schema)
    this.writers = IpcWriter.streams(arrow, schema)
    this.group = RowGroups.group(endpoint, Properties.GROUP)
  }

  private readonly allocate = (length: number): Uint8Array => {
    if (this.spare.byteLength < length) this.spare = new ArrayBuffer(length + (length >> 3))
    return new Uint8Array(this.spare, 0, length)
  }

  /**
   * Encodes chunks of at most a row group together, and of at least one row.
   *
   * @throws FileError for a value that is invalid in its column
   */
  encode(chunks: ReadonlyArray<Columns.Columns<Row<E>>>, metadata: string): Uint8Array {
    const { group, library } = this
    // protects: Rows of a file that failed are in no later file.
    // mutant: "fails for an invalid value, and encodes the next file": removed
    group.clear()
    if (chunks.length > 1) for (const chunk of chunks) group.append(chunk, 0)
    const writer = this.writers(this.allocate)
    const ipc = writer.write(this.batches.of(chunks.length > 1 ? group.chunk : chunks[0]!, 0, writer.dictionaries()))
    const properties = Properties.build(library, Properties.of(this.columns, metadata))
    return library.writeParquet(library.Table.fromIPCStream(ipc), properties)
  }
}
