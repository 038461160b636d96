/**
 * An S3-compatible object store in memory: the part of the protocol that a store uses, as strict as the real
 * ones. It checks signatures by its own computation, digests of bodies, clocks, regions and conditions; what
 * was written is seen at once. We found no server of npm or Debian that honours conditional writes: `s3rver`
 * 3.7 (unmaintained since 2021), `fauxqs` 1.9 and `smarts3` 2.2 (on `s3rver`) ignore the headers, MinIO,
 * Garage, SeaweedFS and versitygw are not packaged, and Ceph's gateway wants a cluster.
 */
import { createHash, createHmac } from "node:crypto"
import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"

export interface ObjectRequest {
  readonly method: string
  /** Path and query, as they were sent. */
  readonly target: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
}

export interface ObjectResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

interface Content {
  readonly bytes: Uint8Array
  readonly etag: string
  readonly modified: number
}

/**
 * What becomes of a request. `refused`: 503 SlowDown, and nothing is done. `lost`: it is done, and
 * the connection is cut before the answer. `cut`: in the middle of the answer.
 */
export type Fault = "refused" | "lost" | "cut" | undefined

const hmac = (key: string | Uint8Array, text: string) => createHmac("sha256", key).update(text).digest()
const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex")
const escape = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;")
/** As the specification of signatures encodes. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/** An object store with one bucket. */
export class ObjectServer {
  readonly objects = new Map<string, Content>()
  /** All requests that were signed as they should be, in their order. */
  readonly requests: Array<ObjectRequest> = []
  readonly bucket = "market-data"
  readonly region = "us-east-1"
  readonly accessKeyId = "AKIATESTTESTTEST"
  readonly secretAccessKey = "a/secret+of-the+object/store+that-is-40c"
  sessionToken: string | undefined
  /**
   * Whether it takes requests that are not signed: where signatures are not the subject, they take most of the time.
   */
  isOpen = false
  /** Objects of a page of a listing. */
  pageSize = 1000
  /** Whether it honours conditions. */
  honours = { "if-match": true, "if-none-match": true }
  /** Whether it honours ranges. */
  ranges = true
  // oxlint-disable-next-line no-restricted-properties -- an object store has a clock of its own, which a test may set
  now = () => Date.now()
  /** What becomes of each request, seen before it is done. */
  fault: (request: ObjectRequest) => Fault = () => undefined

  /** All files of a store, by their names in it. */
  contents(prefix: string): ReadonlyMap<string, Uint8Array> {
    return new Map(
      [...this.objects]
        .filter(([key]) => key.startsWith(`${prefix}/`) && key.slice(prefix.length + 1).includes("/"))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, { bytes }]) => [key.slice(prefix.length + 1), bytes]),
    )
  }

  /** The same files in another object store. */
  copy(): ObjectServer {
    const copy = new ObjectServer()
    for (const [key, content] of this.objects) copy.objects.set(key, content)
    copy.now = this.now
    copy.isOpen = this.isOpen
    return copy
  }

  private error(status: number, code: string, more = ""): ObjectResponse {
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code} &amp; more</Message>${more}</Error>`
    return { status, headers: { "content-type": "application/xml" }, body: new TextEncoder().encode(xml) }
  }

  /** Why a signature is refused. */
  private refusal({ body, headers, method, target }: ObjectRequest): ObjectResponse | undefined {
    const match =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
        headers["authorization"] ?? "",
      )
    if (match === null) return this.error(403, "AccessDenied")
    const [, key, day, region, names, signature] = match as unknown as [string, string, string, string, string, string]
    if (key !== this.accessKeyId)
      return this.error(403, "InvalidAccessKeyId", `<AWSAccessKeyId>${key}</AWSAccessKeyId>`)
    if (region !== this.region)
      return this.error(400, "AuthorizationHeaderMalformed", `<Region>${this.region}</Region>`)
    if (headers["x-amz-security-token"] !== this.sessionToken) return this.error(400, "ExpiredToken")
    const date = headers["x-amz-date"] ?? ""
    const instant = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"))
    if (!(Math.abs(instant - this.now()) <= 15 * 60_000) || !date.startsWith(day))
      return this.error(403, "RequestTimeTooSkewed", `<ServerTime>${new Date(this.now()).toISOString()}</ServerTime>`)
    const signed = names.split(";")
    const needed = ["host", "x-amz-content-sha256", "x-amz-date", "if-match", "if-none-match"]
    if (needed.some((name) => headers[name] !== undefined && !signed.includes(name)))
      return this.error(403, "AccessDenied")
    const [path, query = ""] = target.split("?")
    const canonical = [
      method,
      decodeURIComponent(path!).split("/").map(encode).join("/"),
      [...new URLSearchParams(query)]
        .map(([name, value]) => `${encode(name)}=${encode(value)}`)
        .sort()
        .join("&"),
      ...signed.map((name) => `${name}:${headers[name]}`),
      "",
      names,
      headers["x-amz-content-sha256"],
    ].join("\n")
    const signing = ["aws4_request", "s3", region, day].reduceRight<string | Uint8Array>(
      hmac,
      `AWS4${this.secretAccessKey}`,
    )
    const text = ["AWS4-HMAC-SHA256", date, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join("\n")
    if (hmac(signing, text).toString("hex") !== signature)
      return this.error(403, "SignatureDoesNotMatch", `<StringToSign>${escape(text)}</StringToSign>`)
    return headers["x-amz-content-sha256"] === sha256(body) ? undefined : this.error(400, "XAmzContentSHA256Mismatch")
  }

  private list(query: URLSearchParams): ObjectResponse {
    const prefix = query.get("prefix") ?? ""
    const after = query.get("continuation-token") ?? ""
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const page = keys.slice(0, this.pageSize)
    const contents = page.map((key) => {
      const { bytes, etag, modified } = this.objects.get(key)!
      return `<Contents><Key>${escape(key)}</Key><LastModified>${new Date(modified).toISOString()}</LastModified><ETag>${escape(etag)}</ETag><Size>${bytes.length}</Size></Contents>`
    })
    const more = page.length < keys.length
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${this.bucket}</Name><Prefix>${escape(prefix)}</Prefix><IsTruncated>${more}</IsTruncated>${contents.join("")}${more ? `<NextContinuationToken>${escape(page.at(-1)!)}</NextContinuationToken>` : ""}</ListBucketResult>`
    return { status: 200, headers: { "content-type": "application/xml" }, body: new TextEncoder().encode(xml) }
  }

  /** Does what a request asks. Nothing of another request comes in between. */
  handle(request: ObjectRequest): ObjectResponse {
    const refusal = this.isOpen ? undefined : this.refusal(request)
    if (refusal !== undefined) return refusal
    this.requests.push(request)
    const { body, headers, method, target } = request
    const [path = "", query = ""] = target.split("?")
    const [, bucket, ...rest] = decodeURIComponent(path).split("/")
    const key = rest.join("/")
    const there = this.objects.get(key)
    const none = new Uint8Array()
    if (bucket !== this.bucket) return this.error(404, "NoSuchBucket")
    if (key === "") return this.list(new URLSearchParams(query))
    switch (method) {
      case "GET": {
        if (there === undefined) return this.error(404, "NoSuchKey")
        const range = this.ranges ? /^bytes=(\d+)-(\d+)$/.exec(headers["range"] ?? "") : null
        if (range === null) return { status: 200, headers: { etag: there.etag }, body: there.bytes }
        const [start, end] = [Number(range[1]), Math.min(Number(range[2]) + 1, there.bytes.length)]
        if (start >= there.bytes.length) return this.error(416, "InvalidRange")
        const contentRange = `bytes ${start}-${end - 1}/${there.bytes.length}`
        return {
          status: 206,
          headers: { etag: there.etag, "content-range": contentRange },
          body: there.bytes.subarray(start, end),
        }
      }
      case "PUT": {
        const [wanted, unwanted] = [headers["if-match"], headers["if-none-match"]]
        if (wanted !== undefined && this.honours["if-match"]) {
          if (there === undefined) return this.error(404, "NoSuchKey")
          if (there.etag !== wanted) return this.error(412, "PreconditionFailed")
        }
        if (unwanted === "*" && this.honours["if-none-match"] && there !== undefined)
          return this.error(412, "PreconditionFailed")
        const etag = `"${createHash("md5").update(body).digest("hex")}"`
        this.objects.set(key, { bytes: body.slice(), etag, modified: this.now() })
        return { status: 200, headers: { etag }, body: none }
      }
      case "DELETE":
        this.objects.delete(key)
        return { status: 204, headers: {}, body: none }
      default:
        return this.error(405, "MethodNotAllowed")
    }
  }

  /** Answers a request with its fault; `undefined` for a connection that is cut. */
  answer(request: ObjectRequest): { readonly response: ObjectResponse; readonly isCut: boolean } | undefined {
    const fault = this.fault(request)
    if (fault === "refused") return { response: this.error(503, "SlowDown"), isCut: false }
    const response = this.handle(request)
    return fault === "lost" ? undefined : { response, isCut: fault === "cut" }
  }

  /** Listens on a free port of loopback. */
  listen(): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
    const server: Server = createServer((incoming, outgoing) => {
      void readAll(incoming).then((body) => {
        const headers = Object.fromEntries(
          Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
        )
        const answer = this.answer({ method: incoming.method!, target: incoming.url!, headers, body })
        if (answer === undefined) return incoming.socket.destroy()
        const { isCut, response } = answer
        outgoing.writeHead(response.status, {
          ...response.headers,
          ...(response.status === 204 ? {} : { "content-length": response.body.length }),
        })
        if (!isCut) return outgoing.end(response.body)
        return outgoing.write(response.body.subarray(0, response.body.length >> 1), () => incoming.socket.destroy())
      })
    })
    return new Promise((resolve) =>
      server.listen(0, "127.0.0.1", () =>
        resolve({
          url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
          close: () =>
            new Promise((resolve) => {
              server.close(() => resolve())
              server.closeAllConnections()
            }),
        }),
      ),
    )
  }
}

const readAll = async (incoming: IncomingMessage): Promise<Uint8Array> => {
  const parts: Array<Uint8Array> = []
  for await (const part of incoming) parts.push(part as Uint8Array)
  return new Uint8Array(Buffer.concat(parts))
}
