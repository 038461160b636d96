// Protections from hostile bodies and documents.
const core = (file) => `packages/core/src/${file}`
const tests = (file) => `packages/core/test/${file}.test.ts`

/** @type {import("./all.mjs").Mutants} */
export const mutants = [
  {
    name: "gzip-bomb",
    protects: "What a body is unpacked to is cut off at `maxBodySize`.",
    file: core("internal/http/transport.ts"),
    find: "Body.gunzip(bytes, maxBodySize, buffers)",
    replace: "Body.gunzip(bytes, Infinity, buffers)",
    test: tests("http/transport"),
    title: "is bounded: to the byte, and after unpacking",
  },
  {
    name: "bodies-of-redirects",
    protects: "The body of a redirect is not read without end.",
    file: core("internal/http/transport.ts"),
    find: "bodyOf(response, largestRedirect, new BufferPool())",
    replace: "bodyOf(response, maxBodySize, new BufferPool())",
    test: tests("http/transport"),
    title: "has its body read, but for one that is large",
  },
  {
    name: "claimed-length",
    protects: "No memory is taken for the length that a header claims.",
    file: core("BodyReader.ts"),
    find: "allocate(Math.min(expected, max, MAX_PREALLOCATED))",
    replace: "allocate(Math.min(expected, max))",
    test: tests("BodyReader"),
    title: "no buffer is allocated for the length that a header claims",
  },
  {
    name: "long-next-url",
    protects: "A `next_url` that no server accepts is not followed.",
    file: core("internal/nextUrl.ts"),
    find: "if (next.length > longest ||",
    replace: "if (next.length > 1e9 ||",
    test: tests("stream/pages"),
    title: "is refused after the rows of its page, and not followed",
  },
  {
    name: "large-refusal",
    protects: "A large document that is refused is not parsed again.",
    file: core("internal/http/decode.ts"),
    find: "(bytes.length < largestError &&",
    replace: "(bytes.length < 1e9 &&",
    test: tests("decoder/parsing"),
    title: "is parsed once when it is refused and too large for a report of an error",
  },
  {
    name: "inherited-keys",
    protects: "What every object inherits is no part of a document.",
    file: core("internal/decoder/slowPath.ts"),
    find: "Object.hasOwn(around, key) ? (around[key] ?? null) : null",
    replace: "around[key] ?? null",
    test: tests("decoder/slowPath"),
    title: "takes nothing that every object inherits for rows",
  },
  {
    name: "remembered-keys",
    protects: "Decoders remember a bounded number of unknown keys.",
    file: core("internal/decoder/scanner.ts"),
    find: "(this.keys.length < this.order.length &&",
    replace: "(this.keys.length < 1e9 &&",
    test: tests("decoder/bounds"),
    title: "remembers as many unknown keys as ever, and short ones alone",
  },
  {
    name: "short-errors",
    protects: "An error quotes an excerpt of a document.",
    file: core("internal/message.ts"),
    find: "text.length <= length ? text :",
    replace: "text.length <= 1e9 ? text :",
    test: tests("decoder/slowPath"),
    title: "quotes an excerpt of a long value",
  },
]
