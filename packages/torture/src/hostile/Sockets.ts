/** Bytes that no HTTP client sends. */
import { get } from "./RawHttp.js"

/** Bytes, and the allowed answers. */
export interface Bytes {
  readonly name: string
  readonly bytes: string | Uint8Array
  /** The statuses that the answers may have. Where there is no whole answer, the connection is closed. */
  readonly allowed: (status: number) => boolean
  /** Expected number of answers, where it is certain. */
  readonly answers?: number
}

const LIST = "/stocks/v1/dividends?limit=1"

const refused = (status: number) => status >= 400 && status < 500
const answered = (status: number) => status === 200 || refused(status)

const request = (line: string, ...headers: ReadonlyArray<string>) =>
  `${[line, "Host: 127.0.0.1", ...headers].join("\r\n")}\r\n\r\n`

const paths = [
  ...["/../../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/%2e%2e/%2e%2e/package.json", "/..%5c..%5cpackage.json"],
  ...["/%252e%252e%252fpackage.json", "/explorer/..%2f..%2f..%2fpackage.json", "/explorer/%2e%2e/%2e%2e/command.js"],
  ...["/reference/../../package.json", "/explorer/.%2e/.%2e/package.json", "/pages/index.html%00.js", "//etc/passwd"],
  ...[
    "/%00",
    "/%ff%fe",
    "/%",
    "/%zz",
    "/%c0%ae%c0%ae/package.json",
    "/stocks%2fv1%2fdividends",
    "/stocks//v1//dividends",
  ],
  ...[
    "/stocks/v1/dividends/",
    "/STOCKS/V1/DIVIDENDS",
    "/stocks/v1/dividends;a=b",
    "/stocks/v1/./dividends/..",
    "/__proto__",
  ],
  ...["/constructor", "/hasOwnProperty", `/${"/".repeat(8_000)}`, `/${"a/".repeat(6_000)}`, `/${"%2e".repeat(4_000)}`],
  ...["/.data", "/.git/config", "/openapi.json/../../package.json", "/health/..%2f..%2f.data"],
]

const methods = ["POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "HEAD"]

const keys = ["", "Bearer", "Bearer ", "Bearer wrong", "bearer sandboxx", "Basic c2FuZGJveDo=", "Bearer __proto__"]
const moreKeys = [
  "Bearer constructor",
  "Bearer ' OR 1=1 --",
  `Bearer ${"x".repeat(8_000)}`,
  "Bearer sand box",
  "Bearer \x7f",
]

/** The bytes that are sent, with a key that the service knows. */
export const all = (key: string): ReadonlyArray<Bytes> => {
  const authorized = `Authorization: Bearer ${key}`
  const plain = get(LIST, key)
  const kept = plain.replace("Connection: close", "Connection: keep-alive")
  return [
    ...paths.map((path): Bytes => ({ name: `the path ${path.slice(0, 60)}`, bytes: get(path, key), allowed: refused })),
    ...methods.map((method): Bytes => ({
      name: method,
      bytes: request(`${method} ${LIST} HTTP/1.1`, authorized, "Connection: close"),
      allowed: refused,
    })),
    ...[...keys, ...moreKeys].map((text): Bytes => ({
      name: `the key "${text.slice(0, 40)}"`,
      bytes: request(`GET ${LIST} HTTP/1.1`, `Authorization: ${text}`, "Connection: close"),
      allowed: refused,
    })),
    {
      name: "a hundred requests at once",
      bytes: kept.repeat(99) + plain,
      allowed: (status) => status === 200,
      answers: 100,
    },
    { name: "five thousand requests at once", bytes: kept.repeat(5_000), allowed: answered },
    { name: "a request and half of one", bytes: kept + plain.slice(0, 40), allowed: answered },
    {
      name: "a body without an end",
      bytes: request(`GET ${LIST} HTTP/1.1`, authorized, "Content-Length: 99999999999"),
      allowed: answered,
    },
    {
      name: "chunks without an end",
      bytes: `${request(`POST ${LIST} HTTP/1.1`, "Transfer-Encoding: chunked")}ffffffff\r\n${"x".repeat(100_000)}`,
      allowed: refused,
    },
    {
      name: "two lengths",
      bytes: request(`GET ${LIST} HTTP/1.1`, "Content-Length: 1", "Content-Length: 2"),
      allowed: refused,
    },
    {
      name: "a length and chunks",
      bytes: request(`POST ${LIST} HTTP/1.1`, "Content-Length: 4", "Transfer-Encoding: chunked"),
      allowed: refused,
    },
    {
      name: "an encoding that is none",
      bytes: request(`POST ${LIST} HTTP/1.1`, "Transfer-Encoding: chunked, identity"),
      allowed: refused,
    },
    { name: "no host", bytes: `GET ${LIST} HTTP/1.1\r\n${authorized}\r\n\r\n`, allowed: refused },
    {
      name: "a host that reaches into the path",
      bytes: `GET ${LIST} HTTP/1.1\r\nHost: a/b?c#d\r\n${authorized}\r\n\r\n`,
      allowed: refused,
    },
    {
      name: "a host that is no address",
      bytes: `GET ${LIST} HTTP/1.1\r\nHost: [::1\r\n${authorized}\r\n\r\n`,
      allowed: refused,
    },
    {
      name: "two hosts",
      bytes: request(`GET ${LIST} HTTP/1.1`, "Host: evil.test", authorized, "Connection: close"),
      allowed: answered,
    },
    {
      name: "another origin as the target",
      bytes: request(`GET http://evil.test${LIST} HTTP/1.1`, authorized, "Connection: close"),
      allowed: refused,
    },
    {
      name: "a foreign host",
      bytes: `GET ${LIST} HTTP/1.1\r\nHost: evil.test\r\n${authorized}\r\nConnection: close\r\n\r\n`,
      allowed: refused,
    },
    {
      name: "a target that is no URL",
      bytes: request("GET http://[ HTTP/1.1", authorized, "Connection: close"),
      allowed: refused,
    },
    { name: "an asterisk as the target", bytes: request("OPTIONS * HTTP/1.1", "Connection: close"), allowed: refused },
    { name: "a tunnel", bytes: request("CONNECT evil.test:443 HTTP/1.1"), allowed: refused },
    {
      name: "an upgrade",
      bytes: request(`GET ${LIST} HTTP/1.1`, authorized, "Upgrade: websocket", "Connection: Upgrade, close"),
      allowed: answered,
    },
    { name: "HTTP/2", bytes: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", allowed: refused },
    { name: "HTTP/0.9", bytes: `GET ${LIST}\r\n\r\n`, allowed: refused },
    { name: "HTTP/9.9", bytes: `GET ${LIST} HTTP/9.9\r\n\r\n`, allowed: refused },
    { name: "bare line feeds", bytes: `GET ${LIST} HTTP/1.1\nHost: a\nConnection: close\n\n`, allowed: answered },
    { name: "a NUL in a header", bytes: request(`GET ${LIST} HTTP/1.1`, "x: \u0000"), allowed: refused },
    { name: "a space before a colon", bytes: request(`GET ${LIST} HTTP/1.1`, "x : y"), allowed: refused },
    { name: "a very long target", bytes: get(`/${"x".repeat(200_000)}`, key), allowed: refused },
    {
      name: "a very long header",
      bytes: request(`GET ${LIST} HTTP/1.1`, `x: ${"y".repeat(200_000)}`),
      allowed: refused,
    },
    {
      name: "very many headers",
      bytes: request(`GET ${LIST} HTTP/1.1`, ...Array<string>(20_000).fill("x: y")),
      allowed: refused,
    },
    { name: "very many parameters", bytes: get(`${LIST}${"&a=b".repeat(3_000)}`, key), allowed: answered },
    { name: "TLS", bytes: Uint8Array.of(0x16, 3, 1, 0, 0xa5, 1, 0, 0, 0xa1, 3, 3), allowed: refused },
    { name: "noise", bytes: Uint8Array.from({ length: 4_096 }, (_, i) => (i * 7919) % 256), allowed: refused },
  ]
}

/**
 * The requests of clients that then fall silent: nothing, part of a head, a head without its body,
 * many requests whose answers are never read.
 */
export const abandoned = (key: string): ReadonlyArray<string> => {
  const large = get("/v3/quotes/C:EURUSD?limit=50000", key).replace("Connection: close", "Connection: keep-alive")
  return [
    "",
    "G",
    get(LIST, key).slice(0, -2),
    request(`GET ${LIST} HTTP/1.1`, "Content-Length: 9"),
    large.repeat(50),
    large.repeat(900),
  ]
}
