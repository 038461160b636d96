// test/mcp/scratch.ts
import { Sandbox } from "@candela/sandbox/Sandbox";
import { Effect as Effect12 } from "effect";

// test/mcp/Client.ts
import { Deferred as Deferred2, Effect as Effect11, Fiber, Mailbox as Mailbox2, Stream as Stream5 } from "effect";

// src/mcp/Server.ts
import * as McpServer3 from "@effect/ai/McpServer";
import * as RpcServer2 from "@effect/rpc/RpcServer";
import * as Catalog6 from "@candela/catalog/Catalog";
import * as Effect10 from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Logger from "effect/Logger";

// src/mcp/ModelTool.ts
import * as McpSchema2 from "@effect/ai/McpSchema";
import { McpServer } from "@effect/ai/McpServer";
import * as Tool2 from "@effect/ai/Tool";
import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as ParseResult from "effect/ParseResult";
import * as Schema from "effect/Schema";

// src/mcp/Answer.ts
import * as McpSchema from "@effect/ai/McpSchema";
var text = (text2) => new McpSchema.CallToolResult({ isError: false, content: [{ type: "text", text: text2 }] });
var json = (value2) => text(JSON.stringify(value2));
var refusal = (message) => new McpSchema.CallToolResult({ isError: true, content: [{ type: "text", text: message }] });

// src/mcp/ModelTool.ts
var faultOf = (name, error) => {
  const [{ message, path } = { message: "", path: [] }] = ParseResult.ArrayFormatter.formatErrorSync(error);
  return `${name}: ${path.length === 0 ? "the arguments" : `"${path.join(".")}"`}: ${message}.`;
};
var answered = (name, cause) => {
  const failure = Cause.failureOption(cause);
  if (failure._tag === "Some") return Effect.succeed(refusal(failure.value.message));
  return Cause.isInterruptedOnly(cause) ? Effect.failCause(cause) : Effect.as(
    Effect.logError(`${name} failed.`, cause),
    refusal(`${name} failed: a fault of this program. Its standard error says more.`)
  );
};
var make2 = (name, { asksService = false, description: description4, parameters: parameters5, title }, run3) => {
  const decode = Schema.decodeUnknownEither(Schema.Struct(parameters5), {
    onExcessProperty: "error"
  });
  return {
    definition: new McpSchema2.Tool({
      name,
      description: description4,
      inputSchema: Tool2.getJsonSchema(Tool2.make(name, { parameters: parameters5 })),
      annotations: new McpSchema2.ToolAnnotations({
        title,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: asksService
      })
    }),
    call: (written) => Effect.suspend(() => {
      const values = decode(written);
      return values._tag === "Left" ? Effect.succeed(refusal(faultOf(name, values.left))) : run3(values.right);
    }).pipe(Effect.catchAllCause((cause) => answered(name, cause)))
  };
};
var register = ({ call, definition }) => Effect.flatMap(McpServer, (server) => server.addTool({ tool: definition, handle: call }));

// src/mcp/Protocol.ts
import * as McpSchema3 from "@effect/ai/McpSchema";
import * as RpcServer from "@effect/rpc/RpcServer";
import * as Deferred from "effect/Deferred";
import * as Effect2 from "effect/Effect";
import * as Either from "effect/Either";
import * as Mailbox from "effect/Mailbox";
import * as Option from "effect/Option";
import * as Schema2 from "effect/Schema";
import * as Stream from "effect/Stream";
var codes = { parse: -32700, request: -32600, method: -32601, params: -32602, internal: -32603 };
var isId = (id) => typeof id === "string" || typeof id === "number";
var client = 0;
var failureOf = (cause) => {
  const { code, message } = cause._tag === "Fail" ? cause.error : {};
  return typeof code === "number" && typeof message === "string" ? { code, message } : { code: codes.internal, message: "The server failed. Its standard error says more." };
};
var make5 = ({ input, write }) => Effect2.gen(function* () {
  const closed = yield* Deferred.make();
  const close = Effect2.asVoid(Deferred.succeed(closed, void 0));
  const send = (message) => (
    // A client that is gone needs no answers.
    Effect2.catchAll(write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}
`), () => close)
  );
  const refuse = (id, code, message) => send({ id, error: { code, message } });
  const unanswered = /* @__PURE__ */ new Map();
  let last = 0;
  const protocol = yield* RpcServer.Protocol.make((receive) => {
    const enter = (id, tag, payload) => receive(client, { _tag: "Request", id, tag, payload, headers: [] });
    const notify = (method, params) => {
      if (method !== "notifications/cancelled") {
        return McpSchema3.ClientNotificationRpcs.requests.has(method) ? enter("", method, params) : Effect2.void;
      }
      const { requestId } = Object(params);
      const [own] = Array.from(unanswered).find(([, id]) => id === requestId) ?? [];
      if (own === void 0) return Effect2.void;
      unanswered.delete(own);
      return enter("", method, { ...Object(params), requestId: own });
    };
    const request = (id, method, params) => {
      const declared = McpSchema3.ClientRequestRpcs.requests.get(method);
      if (declared === void 0) return refuse(id, codes.method, `There is no method ${JSON.stringify(method)}.`);
      const payload = method === "tools/call" ? { arguments: {}, ...Object(params) } : params;
      const valid = Schema2.decodeUnknownEither(declared.payloadSchema)(payload);
      if (Either.isLeft(valid)) return refuse(id, codes.params, valid.left.message);
      const own = String(++last);
      unanswered.set(own, id);
      return enter(own, method, payload);
    };
    const accept = (message) => {
      const { id, method, params } = Object(message);
      if (typeof method !== "string") {
        const isAnswer = isId(id) && ("result" in Object(message) || "error" in Object(message));
        return isAnswer ? Effect2.void : refuse(isId(id) ? id : null, codes.request, "A message needs a method.");
      }
      if (id === void 0) return notify(method, params);
      return isId(id) ? request(id, method, params) : refuse(null, codes.request, "The id of a request is a text or a number.");
    };
    const acceptLine = (line) => {
      const message = Either.try(() => JSON.parse(line));
      return Either.match(message, {
        onLeft: () => refuse(null, codes.parse, "Each line must be one JSON value."),
        // A batch, as older clients send it.
        onRight: (parsed) => Array.isArray(parsed) ? Effect2.forEach(parsed, accept, { discard: true }) : accept(parsed)
      });
    };
    return Effect2.gen(function* () {
      yield* input.pipe(
        Stream.decodeText(),
        Stream.splitLines,
        Stream.filter((line) => line.trim() !== ""),
        Stream.runForEach(acceptLine),
        Effect2.tap(() => Effect2.sync(() => console.log("EOF"))),
        Effect2.zipRight(receive(client, { _tag: "Eof" })),
        Effect2.tap(() => Effect2.sync(() => console.log("EOFdone", unanswered.size))),
        Effect2.forkScoped
      );
      return {
        disconnects: yield* Mailbox.make(),
        send: (_client, message) => {
          switch (message._tag) {
            case "Exit": {
              const { exit, requestId } = message;
              const id = unanswered.get(requestId);
              if (id === void 0) return Effect2.void;
              unanswered.delete(requestId);
              return exit._tag === "Success" ? send({ id, result: exit.value }) : send({ id, error: failureOf(exit.cause) });
            }
            case "Defect":
              return Effect2.logError("The server failed.", message.defect);
            default: {
              const { payload, tag } = message;
              return tag === void 0 ? Effect2.void : send({ method: tag, params: payload });
            }
          }
        },
        end: () => Effect2.sync(() => console.log("END")).pipe(Effect2.zipRight(close)),
        clientIds: Effect2.succeed(/* @__PURE__ */ new Set([client])),
        initialMessage: Effect2.succeed(Option.none()),
        supportsAck: false,
        supportsTransferables: false,
        supportsSpanPropagation: false
      };
    });
  });
  return { protocol, closed: Deferred.await(closed) };
});

// src/mcp/Resources.ts
import * as McpSchema4 from "@effect/ai/McpSchema";
import { McpServer as McpServer2 } from "@effect/ai/McpServer";
import * as Catalog3 from "@candela/catalog/Catalog";
import * as Text2 from "@candela/catalog/Text";
import * as Effect4 from "effect/Effect";

// src/mcp/Documents.ts
import * as Catalog2 from "@candela/catalog/Catalog";
import * as Text from "@candela/catalog/Text";

// src/mcp/Rows.ts
import * as FileSchema from "@candela/files/FileSchema";
var maxCharacters = 6e4;
var maxRows = 1e3;
var defaultRows = 100;
var fitting = (rows) => {
  let characters = 0;
  const tooMany = rows.findIndex((row, index) => {
    characters += JSON.stringify(row).length + 1;
    return index > 0 && characters > maxCharacters;
  });
  return tooMany === -1 ? rows : rows.slice(0, tooMany);
};
var nanosPerSecond = 1000000000n;
var ofNanos = (nanos) => {
  const fraction = (nanos % nanosPerSecond + nanosPerSecond) % nanosPerSecond;
  const seconds2 = new Date(Number((nanos - fraction) / 1000000n)).toISOString().slice(0, 19);
  return fraction === 0n ? `${seconds2}Z` : `${seconds2}.${String(fraction).padStart(9, "0")}Z`;
};
var lastInstant = 864e13;
var ofMillis = (millis) => Math.abs(millis) <= lastInstant ? new Date(millis).toISOString().replace(".000Z", "Z") : millis;
var plain = (value2) => {
  if (typeof value2 === "bigint") return Number.isSafeInteger(Number(value2)) ? Number(value2) : String(value2);
  if (Array.isArray(value2)) return value2.map(plain);
  return typeof value2 === "object" && value2 !== null ? Object.fromEntries(Object.entries(value2).map(([name, item]) => [name, plain(item)])) : value2 ?? null;
};
var value = (type, of2) => {
  if (of2 === void 0 || of2 === null) return null;
  if (type._tag === "Timestamp" && typeof of2 === "number") return ofMillis(of2);
  if (type._tag === "Timestamp" && typeof of2 === "bigint") return ofNanos(of2);
  if (type._tag === "List" && Array.isArray(of2)) return of2.map((item) => value(type.item, item));
  if (type._tag === "Struct") return record(type.columns, of2);
  return plain(of2);
};
var record = (columns, row) => {
  const values = row;
  const present = columns.filter(({ name }) => values[name] !== void 0);
  return Object.fromEntries(present.map(({ name, type }) => [name, value(type, values[name])]));
};
var columnsOf = (endpoint) => (
  // The columns follow from the schema of a row alone.
  FileSchema.of(endpoint.kind === "single" ? { row: endpoint.value } : endpoint)
);

// src/mcp/Search.ts
import * as Catalog from "@candela/catalog/Catalog";
var wordsOf = (text2) => (text2.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase().match(/[a-z0-9]+/g) ?? []).map(singular);
var singular = (word) => word.length < 4 || word.endsWith("ss") ? word : word.replace(/ies$/, "y").replace(/s$/, "");
var common = new Set(
  wordsOf("a all an and are at by data for from get give how i in is list me of on or show that the to what when where which with")
);
var weights = { name: 12, summary: 6, text: 3, parameters: 2, fields: 1 };
var indexed = (entry) => {
  const words = /* @__PURE__ */ new Map();
  const add = (text2, weight) => {
    for (const word of wordsOf(text2)) words.set(word, Math.max(words.get(word) ?? 0, weight));
  };
  add(entry.name, weights.name);
  add(entry.text.slice(0, 80), weights.summary);
  add(entry.text, weights.text);
  for (const { name, text: text2 } of entry.parameters) add(`${name} ${text2}`, weights.parameters);
  for (const { path, text: text2 } of entry.fields) add(`${path} ${text2}`, weights.fields);
  return { entry, words };
};
var countOf = (words, word) => {
  const whole2 = words.get(word);
  if (whole2 !== void 0) return whole2;
  const longer = Array.from(words).filter(([one]) => word.length > 2 && one.startsWith(word));
  return Math.max(0, ...longer.map(([, weight]) => weight / 2));
};
var find = (question2) => {
  const words = [...new Set(wordsOf(question2))].filter((word) => !common.has(word));
  const endpoints5 = Catalog.endpoints.map(indexed);
  const counts = words.map((word) => endpoints5.map((one) => countOf(one.words, word)));
  const rarity = counts.map((column) => Math.log(1 + endpoints5.length / (1 + column.filter((count) => count > 0).length)));
  return endpoints5.map(({ entry }, at) => ({ entry, score: counts.reduce((sum, column, word) => sum + column[at] * rarity[word], 0) })).filter(({ score }) => score > 0).sort((one, other) => other.score - one.score).map(({ entry }) => entry);
};

// src/mcp/Workspace.ts
import * as Duration from "effect/Duration";
import * as Effect3 from "effect/Effect";
import * as Either3 from "effect/Either";
import * as Scope from "effect/Scope";
import * as Stream2 from "effect/Stream";

// src/mcp/Statement.ts
import * as Either2 from "effect/Either";
var tableFunctions = /* @__PURE__ */ new Set([
  ...["range", "generate_series", "unnest", "repeat", "repeat_row"],
  ...["json_each", "json_tree", "histogram", "histogram_values", "summary"]
]);
var functionsIn = (node) => {
  if (typeof node !== "object" || node === null) return [];
  const { function: call, type } = node;
  const inside = Object.values(node).flatMap(functionsIn);
  return type === "TABLE_FUNCTION" ? [call?.function_name?.toLowerCase() ?? "", ...inside] : inside;
};
var advice = "Write one SELECT (also WITH, VALUES, DESCRIBE, SUMMARIZE, SHOW TABLES, or PIVOT with IN) over the tables of this session.";
var question = "SELECT json_serialize_sql($1::VARCHAR)";
var check = (answer) => {
  const { error, error_message = "", error_type, statements = [] } = JSON.parse(answer);
  if (error) return Either2.left(error_type === "parser" ? error_message : `Only queries run here. ${advice}`);
  if (statements.length !== 1) return Either2.left(`There are ${statements.length} statements. ${advice}`);
  const refused2 = functionsIn(statements).find((name) => !tableFunctions.has(name));
  return refused2 === void 0 ? Either2.right(void 0) : Either2.left(`The function ${refused2} is not available: a query reads no files, no network and no settings. ${advice}`);
};

// src/mcp/ToolError.ts
import * as Data from "effect/Data";
var ToolError = class extends Data.TaggedError("ToolError") {
};

// src/mcp/Workspace.ts
var maxTableRows = 2e5;
var timeout = Duration.seconds(20);
var settings = [
  "SET GLOBAL TimeZone = 'UTC'",
  "SET autoinstall_known_extensions = false",
  "SET autoload_known_extensions = false",
  "SET allow_community_extensions = false",
  "SET allow_persistent_secrets = false",
  "SET memory_limit = '1GB'",
  // It would write what does not fit in memory to the folder of the process.
  "SET temp_directory = ''",
  "SET enable_external_access = false",
  "SET lock_configuration = true"
];
var refused = (error) => error instanceof ToolError ? error : new ToolError({ message: `DuckDB: ${error instanceof Error ? error.message : String(error)}` });
var interruptible = (connection, work) => Effect3.async((resume) => {
  const done = work().then(
    (value2) => resume(Effect3.succeed(value2)),
    (error) => resume(Effect3.fail(refused(error)))
  );
  return Effect3.promise(() => {
    connection.interrupt();
    return done;
  });
});
var quoted = (name) => `"${name.replaceAll('"', '""')}"`;
var literal = (text2) => `'${text2.replaceAll("'", "''")}'`;
var structureOf = (type) => {
  switch (type._tag) {
    case "Number":
      return "DOUBLE";
    case "Integer":
    case "Int64":
      return "BIGINT";
    case "Boolean":
      return "BOOLEAN";
    case "Text":
    case "Word":
      return "VARCHAR";
    case "Date":
      return "DATE";
    case "Timestamp":
      return type.unit === "nanoseconds" ? "TIMESTAMP_NS" : "TIMESTAMPTZ";
    case "Struct":
      return recordOf(type.columns);
    case "List":
      return [structureOf(type.item)];
    case "Json":
      return "JSON";
  }
};
var recordOf = (columns) => Object.fromEntries(columns.map(({ name, type }) => [name, structureOf(type)]));
var rowsOf = (columns) => `SELECT unnest(from_json($1::JSON, ${literal(JSON.stringify([recordOf(columns)]))}), max_depth := 2)`;
var rowsOfInsert = 5e3;
var run = (connection, sql, ...texts) => interruptible(connection, () => connection.run(sql, texts.length === 0 ? void 0 : [...texts]));
var connect = (instance) => Effect3.acquireRelease(
  Effect3.tryPromise({ try: () => instance.connect(), catch: refused }),
  (connection) => Effect3.sync(() => connection.closeSync())
);
var keepIn = (instance, name, columns, rows) => Effect3.gen(function* () {
  const connection = yield* connect(instance);
  yield* run(connection, "BEGIN");
  yield* run(connection, `CREATE OR REPLACE TABLE ${quoted(name)} AS ${rowsOf(columns)}`, "[]");
  const insert = `INSERT INTO ${quoted(name)} ${rowsOf(columns)}`;
  const read2 = yield* rows.pipe(
    Stream2.take(maxTableRows + 1),
    Stream2.grouped(rowsOfInsert),
    Stream2.runFoldEffect(0, (before, chunk) => {
      const all = Array.from(chunk, (row) => record(columns, row)).slice(0, maxTableRows - before);
      return Effect3.as(run(connection, insert, JSON.stringify(all)), before + chunk.length);
    })
  );
  yield* run(connection, "COMMIT");
  return { name, rows: Math.min(read2, maxTableRows), cut: read2 > maxTableRows };
});
var wholeTypes = /* @__PURE__ */ new Set(["BIGINT", "UBIGINT", "HUGEINT", "UHUGEINT"]);
var whole = (text2) => Number.isSafeInteger(Number(text2 ?? NaN)) ? Number(text2) : text2;
var queryIn = ({ DuckDBTypeId }, instance, sql, count) => Effect3.gen(function* () {
  const connection = yield* connect(instance);
  const answer = yield* interruptible(connection, () => connection.runAndReadAll(question, [sql]));
  const allowed = check(String(answer.getRowsJson()[0]?.[0]));
  if (Either3.isLeft(allowed)) return yield* new ToolError({ message: allowed.left });
  const reader = yield* interruptible(connection, () => connection.streamAndReadUntil(sql, count + 1));
  const wholeNumbers = reader.columnTypes().map(({ typeId }) => wholeTypes.has(DuckDBTypeId[typeId]));
  const rows = reader.getRowsJson().map((row) => row.map((value2, at) => wholeNumbers[at] ? whole(value2) : value2));
  return { columns: reader.deduplicatedColumnNames(), rows: rows.slice(0, count), cut: rows.length > count };
});
var open = Effect3.gen(function* () {
  const library = yield* Effect3.tryPromise({ try: () => import("@duckdb/node-api"), catch: refused });
  const instance = yield* Effect3.acquireRelease(
    Effect3.tryPromise({ try: () => library.DuckDBInstance.create(":memory:"), catch: refused }),
    (instance2) => Effect3.sync(() => instance2.closeSync())
  );
  const connection = yield* connect(instance);
  yield* Effect3.forEach(settings, (setting) => run(connection, setting), { discard: true });
  return { library, instance };
});
var make6 = Effect3.gen(function* () {
  const scope2 = yield* Effect3.scope;
  const opened = yield* Effect3.cached(Effect3.uninterruptible(Effect3.provideService(open, Scope.Scope, scope2)));
  const one = yield* Effect3.makeSemaphore(1);
  return {
    keep: (name, columns, rows) => Effect3.flatMap(opened, ({ instance }) => keepIn(instance, name, columns, rows)).pipe(
      Effect3.scoped,
      // Two tables of one name would conflict.
      one.withPermits(1)
    ),
    query: (sql, rows) => Effect3.flatMap(opened, ({ instance, library }) => queryIn(library, instance, sql, rows)).pipe(
      Effect3.timeoutFail({
        duration: timeout,
        onTimeout: () => new ToolError({
          message: `The query was stopped after ${Duration.format(timeout)}. Ask for fewer rows, or for less work.`
        })
      }),
      Effect3.scoped
    )
  };
});

// src/mcp/Documents.ts
var uriOf = ({ name }) => `candela://endpoints/${name}`;
var parameterLine = ({ declaration, example, name, ...parameter }) => {
  const required = declaration.presence === "required" ? "required" : "optional";
  const text2 = Text.ofParameter({ declaration, example, name, ...parameter });
  const shown = example === void 0 ? "" : ` Example: ${JSON.stringify(example)}.`;
  return `- \`${name}\` (${Text.ofKind(declaration.kind)}, ${required}): ${text2}${shown}`;
};
var fieldLine = ({ optional: optional4, path, text: text2, type, unit }) => {
  const absent = optional4 ? ", may be absent" : "";
  return `- \`${path}\` (${Text.ofType(type)}${unit === void 0 ? "" : `, ${unit}`}${absent})${text2 === "" ? "" : `: ${text2}`}`;
};
var shape = {
  single: "One value.",
  list: "Rows, all in one answer.",
  paged: "Rows, page by page: the tool follows the pages.",
  history: "Rows in a range of time, page by page: the tool follows the pages."
};
var ofEndpoint2 = (entry) => {
  const { declaration, example, fields, name, parameters: parameters5 } = entry;
  return [
    `# ${name}`,
    Text.ofEndpoint(entry),
    `${shape[declaration.kind]} \`GET ${declaration.path}\``,
    "## Request",
    parameters5.length === 0 ? "No parameters." : parameters5.map(parameterLine).join("\n"),
    `A request that works:

\`\`\`json
${JSON.stringify({ endpoint: name, request: example })}
\`\`\``,
    declaration.kind === "single" ? "## Fields of the value" : "## Fields of a row",
    fields.map(fieldLine).join("\n")
  ].join("\n\n");
};
var guide = () => [
  "# Market data with Candela",
  `Stocks, futures, forex, crypto, reference data and the economy: ${Catalog2.endpoints.length} endpoints, each with checked parameters.`,
  "1. `search_catalog` finds endpoints by words.\n2. `describe_endpoint` says every parameter and field of one.\n3. `call_endpoint` makes a request. A request that the service would refuse or misread is refused with a sentence that says how to mend it.\n4. With `table`, `call_endpoint` keeps all rows of a request as a table; `query` asks it by SQL (DuckDB), also several tables at once.\n5. `draw_chart` draws candles and volume.",
  `Rows: an answer has ${defaultRows} rows unless \`rows\` says more (at most ${maxRows}, and ${maxCharacters} characters), and says how many there are beside them. A table takes ${maxTableRows} rows. For totals, averages and comparisons keep a table and query it, in place of reading all rows.`,
  "Instants are RFC 3339 texts in UTC, dates are `yyyy-mm-dd`. Requests take both. Days of stocks are days in New York. Prices are in dollars for stocks, in the quote currency for pairs.",
  "## Services",
  Catalog2.services.map(({ endpoints: endpoints5, name, text: text2 }) => `- **${name}**: ${text2} ${endpoints5.map(({ name: name2 }) => `\`${name2}\``).join(", ")}`).join("\n")
].join("\n\n");
var suggestions = (name) => {
  const found = find(name).slice(0, 3);
  return found.length === 0 ? "Find its name with search_catalog." : `Did you mean ${found.map(({ name: name2 }) => name2).join(" or ")}? search_catalog finds others.`;
};

// src/mcp/Resources.ts
var mimeType = "text/markdown";
var documents = () => [
  { uri: "candela://guide", name: "Guide", description: "How to work with the tools.", text: guide },
  ...Catalog3.endpoints.map((entry) => ({
    uri: uriOf(entry),
    name: entry.name,
    description: Text2.summary(entry.text),
    text: () => ofEndpoint2(entry)
  }))
];
var contents = ({ text: text2, uri }) => ({ contents: [{ uri, mimeType, text: text2() }] });
var prefix = uriOf({ name: "" });
var register2 = Effect4.gen(function* () {
  const server = yield* McpServer2;
  const all = documents();
  for (const document of all) {
    const { description: description4, name, uri } = document;
    yield* server.addResource(
      new McpSchema4.Resource({ uri, name, description: description4, mimeType }),
      Effect4.sync(() => contents(document))
    );
  }
  const names = Catalog3.endpoints.map(({ name }) => name);
  yield* server.addResourceTemplate({
    template: new McpSchema4.ResourceTemplate({
      uriTemplate: `${prefix}{name}`,
      name: "Endpoint",
      description: "Parameters and fields of an endpoint.",
      mimeType
    }),
    // Every other address comes here, too: the server would answer with nothing.
    routerPath: "*",
    completions: {
      name: (written) => Effect4.sync(() => {
        const values = names.filter((name) => name.startsWith(written)).slice(0, 100);
        return new McpSchema4.CompleteResult({ completion: { values, total: values.length, hasMore: false } });
      })
    },
    handle: (uri) => Effect4.suspend(() => {
      const document = all.find((one) => one.uri === uri);
      return document === void 0 ? new McpSchema4.InvalidParams({
        message: `There is no document ${uri}. ${uri.startsWith(prefix) ? suggestions(uri.slice(prefix.length)) : "Read candela://guide."}`
      }) : Effect4.succeed(contents(document));
    })
  });
});

// src/mcp/tools/callEndpoint.ts
import * as Effect6 from "effect/Effect";
import * as Schema3 from "effect/Schema";
import * as Stream4 from "effect/Stream";

// src/mcp/Call.ts
import * as Catalog4 from "@candela/catalog/Catalog";
import * as Request from "@candela/core/Request";
import * as Context from "effect/Context";
import * as Effect5 from "effect/Effect";
import * as Either4 from "effect/Either";
import * as Stream3 from "effect/Stream";
var find3 = (name) => {
  const entry = Catalog4.find(name);
  return entry === void 0 ? new ToolError({ message: `There is no endpoint ${JSON.stringify(name)}. ${suggestions(name)}` }) : Effect5.succeed(entry);
};
var pageSize = 5e3;
var methodOf = (services3, { method, service }) => {
  const { tag } = Catalog4.services.find(({ name }) => name === service);
  return Context.get(services3, tag)[method];
};
var partOf = ({ next_url, results }) => ({ rows: results, isLast: next_url === void 0 });
var make7 = (services3, name, request) => Effect5.gen(function* () {
  const entry = yield* find3(name);
  const { declaration } = entry;
  const checked = Request.url(declaration, request);
  if (Either4.isLeft(checked)) {
    const { message } = checked.left;
    return yield* new ToolError({ message: `${message} A request that works: ${JSON.stringify(entry.example)}.` });
  }
  const method = methodOf(services3, entry);
  const isPaged = method.pages !== void 0;
  const limitName = isPaged ? Request.nameOf(declaration, "Limit") : void 0;
  const { [limitName ?? ""]: limit, ...others } = request;
  const sizes = Object.entries(Request.largestPages(declaration)).map(([name2, max]) => [name2, Math.min(max, pageSize)]);
  const answer = declaration.kind === "single" ? { _tag: "Value", value: method(request) } : {
    _tag: "Rows",
    parts: isPaged ? Stream3.map(method.pages({ ...others, ...Object.fromEntries(sizes) }), partOf) : Stream3.fromEffect(Effect5.map(method(request), (page) => partOf(page)))
  };
  return { entry, limit, answer };
});

// src/mcp/tools/callEndpoint.ts
var parameters = {
  endpoint: Schema3.String.annotations({ description: "Name of the endpoint, such as stocks.bars." }),
  request: Schema3.optional(
    Schema3.Record({ key: Schema3.String, value: Schema3.Unknown }).annotations({
      description: "Its parameters by name, as describe_endpoint lists them. A limit is the number of rows of this answer."
    })
  ),
  rows: Schema3.optional(
    Schema3.Int.pipe(Schema3.between(0, maxRows)).annotations({
      description: `The most rows of the answer, from 0 to ${maxRows}. Default: the request's limit, or ${defaultRows}.`
    })
  ),
  columns: Schema3.optional(
    Schema3.Array(Schema3.String).annotations({ description: "Names of the columns of the answer. Default: all." })
  ),
  table: Schema3.optional(
    Schema3.String.pipe(
      Schema3.pattern(/^[A-Za-z_][A-Za-z0-9_]{0,62}$/, {
        message: () => "must be a name of letters, digits and _, such as bars"
      })
    ).annotations({
      description: `Name of a table for all rows of the request, at most ${maxTableRows}, for the tool query. It replaces a table of this name.`
    })
  )
};
var description = [
  "Requests market data. The request is checked before anything is sent, and what the service sends is checked too.",
  "Answers with columns and rows (values in the order of the columns), and with how many rows there are beside them.",
  "Instants are RFC 3339 texts in UTC.",
  "For many rows give a table name, rows 0, and ask the tool query."
].join(" ");
var chosen = (all, names) => {
  if (names === void 0) return Effect6.succeed(all);
  const unknown = names.find((name) => !all.some((column) => column.name === name));
  return unknown === void 0 ? Effect6.succeed(names.map((name) => all.find((column) => column.name === name))) : new ToolError({
    message: `There is no column ${JSON.stringify(unknown)}. The columns are ${all.map(({ name }) => name).join(", ")}.`
  });
};
var gather = (into, most, { isLast, rows }) => {
  into.first.push(...rows.slice(0, Math.max(0, most - into.first.length)));
  into.count += rows.length;
  into.isWhole = isLast;
};
var moreOf = (more, isWhole) => more === 0 && isWhole ? { more: 0 } : {
  more: isWhole ? more : `at least ${Math.max(more, 1)}`,
  hint: "Narrow the request, or keep all its rows as a table and query them."
};
var keptOf = ({ cut, name, rows }) => ({
  table: { name, rows, ...cut ? { cut: `There are more rows: a table takes ${maxTableRows}.` } : {} }
});
var read = (parts, most, keep) => Effect6.suspend(() => {
  const gathered = { first: [], count: 0, isWhole: true };
  const passing = Stream4.tap(parts, (part) => Effect6.sync(() => gather(gathered, most, part)));
  const all = keep === void 0 ? Effect6.as(Stream4.runDrain(Stream4.takeUntil(passing, () => gathered.first.length >= most)), void 0) : keep(Stream4.mapConcat(passing, ({ rows }) => rows));
  return Effect6.map(all, (kept) => ({ ...gathered, kept }));
});
var make8 = (services3, workspace) => make2(
  "call_endpoint",
  { title: "Request market data", description, parameters, asksService: true },
  ({ columns: names, endpoint, request = {}, rows, table }) => Effect6.gen(function* () {
    const { answer, entry, limit } = yield* make7(services3, endpoint, request);
    const all = columnsOf(entry.declaration);
    if (answer._tag === "Value") {
      if (table !== void 0) {
        return yield* new ToolError({ message: `${endpoint} gives one value: only rows can be kept as a table.` });
      }
      const columns2 = yield* chosen(all, names);
      const value2 = yield* answer.value;
      return json({ endpoint, value: record(columns2, Object(value2)) });
    }
    const columns = yield* chosen(all, names);
    const most = Math.min(rows ?? limit ?? defaultRows, maxRows);
    const keep = table === void 0 ? void 0 : (rows2) => workspace.keep(table, all, rows2);
    const { count, first, isWhole, kept } = yield* read(answer.parts, most, keep);
    const shown = fitting(
      first.map((row) => columns.map(({ name, type }) => value(type, row[name])))
    );
    return json({
      endpoint,
      columns: columns.map(({ name }) => name),
      rows: shown,
      ...moreOf(count - shown.length, isWhole),
      ...kept === void 0 ? {} : keptOf(kept)
    });
  })
);

// src/mcp/tools/describeEndpoint.ts
import * as Effect7 from "effect/Effect";
import * as Schema4 from "effect/Schema";
var parameters2 = {
  endpoint: Schema4.String.annotations({ description: "Name of the endpoint, such as stocks.bars." })
};
var make9 = () => make2(
  "describe_endpoint",
  {
    title: "Describe an endpoint",
    description: "Says everything of an endpoint: each parameter with its words, bounds and default, a request that works, each field with its unit.",
    parameters: parameters2
  },
  ({ endpoint }) => Effect7.map(find3(endpoint), (entry) => text(ofEndpoint2(entry)))
);

// src/mcp/tools/query.ts
import * as Effect8 from "effect/Effect";
import * as Schema5 from "effect/Schema";
var parameters3 = {
  sql: Schema5.String.annotations({ description: "One SELECT in DuckDB's dialect. SHOW TABLES and DESCRIBE name tables and columns." }),
  rows: Schema5.optional(
    Schema5.Int.pipe(Schema5.between(1, maxRows)).annotations({
      description: `The most rows of the answer, from 1 to ${maxRows}. Default ${defaultRows}.`
    })
  )
};
var description2 = [
  "Asks the tables that call_endpoint has kept in this session, by SQL in a DuckDB in memory: joins, aggregates, window functions.",
  "Instants are TIMESTAMPTZ in UTC. It reads no files, no network and no settings, and changes nothing."
].join(" ");
var make10 = (workspace) => make2(
  "query",
  { title: "Query kept tables by SQL", description: description2, parameters: parameters3 },
  ({ rows, sql }) => Effect8.map(workspace.query(sql, rows ?? defaultRows), ({ columns, cut, rows: rows2 }) => {
    const shown = fitting(rows2);
    const isCut = cut || shown.length < rows2.length;
    return json({
      columns,
      rows: shown,
      ...isCut ? { more: "There are more rows. Aggregate, or use LIMIT and OFFSET." } : {}
    });
  })
);

// src/mcp/tools/searchCatalog.ts
import * as Catalog5 from "@candela/catalog/Catalog";
import * as Text3 from "@candela/catalog/Text";
import * as Effect9 from "effect/Effect";
import * as Schema6 from "effect/Schema";
var usual = 5;
var parameters4 = {
  words: Schema6.String.annotations({ description: "What the data are about: dividends, minute bars of futures, inflation." }),
  most: Schema6.optional(
    Schema6.Int.pipe(Schema6.between(1, 20)).annotations({
      description: `The most endpoints of the answer, from 1 to 20. Default ${usual}.`
    })
  )
};
var description3 = `Finds endpoints of market data by words, of ${Catalog5.endpoints.length}: name, what it gives, parameters (required ones first) and fields. Use it first; describe_endpoint says more of one.`;
var outline = (entry) => {
  const isRequired = ({ declaration }) => declaration.presence === "required";
  const names = (required) => entry.parameters.filter((one) => isRequired(one) === required).map(({ name }) => name);
  return {
    endpoint: entry.name,
    text: Text3.ofEndpoint(entry),
    required: names(true),
    optional: names(false),
    fields: entry.fields.map(({ path }) => path).slice(0, 60),
    example: entry.example
  };
};
var make11 = () => make2(
  "search_catalog",
  { title: "Find endpoints", description: description3, parameters: parameters4 },
  ({ most, words }) => Effect9.sync(() => {
    const found = find(words);
    return found.length === 0 ? text(
      `Nothing is found for ${JSON.stringify(words)}. All endpoints: ${Catalog5.endpoints.map(({ name }) => name).join(", ")}.`
    ) : json({ found: found.length, endpoints: found.slice(0, most ?? usual).map(outline) });
  })
);

// src/mcp/Server.ts
var logToStandardError = Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.logfmtLogger));
var serve = (options) => Effect10.gen(function* () {
  const services3 = yield* Layer.build(Catalog6.layer);
  const workspace = yield* make6;
  const { closed, protocol } = yield* make5(options);
  const tools = [make11(), make9(), make8(services3, workspace), make10(workspace)];
  yield* Effect10.forEach(tools, register, { discard: true });
  yield* register2;
  const run3 = McpServer3.run({ name: "candela", version: options.version });
  yield* Effect10.forkScoped(Effect10.provideService(run3, RpcServer2.Protocol, protocol));
  yield* closed;
  console.log("CLOSED");
  yield* Effect10.addFinalizer(() => Effect10.sync(() => console.log("FIN")));
}).pipe(
  Effect10.provideServiceEffect(McpServer3.McpServer, McpServer3.McpServer.make),
  Effect10.ensuring(Effect10.sync(() => console.log("BODY"))),
  Effect10.scoped,
  Effect10.ensuring(Effect10.sync(() => console.log("SCOPED"))),
  Effect10.provide(logToStandardError)
);

// test/mcp/Client.ts
var connect2 = Effect11.gen(function* () {
  const input = yield* Mailbox2.make();
  const lines = [];
  const waiting = /* @__PURE__ */ new Map();
  const fiber = yield* Effect11.forkScoped(
    serve({
      version: "1.2.3",
      input: Mailbox2.toStream(input),
      write: (line) => Effect11.suspend(() => {
        lines.push(line);
        const message = JSON.parse(line);
        const waits = waiting.get(message.id);
        return waits === void 0 ? Effect11.void : Deferred2.succeed(waits, message);
      })
    })
  );
  const send = (text2) => Effect11.asVoid(input.offer(new TextEncoder().encode(text2)));
  const wait = (id) => Effect11.gen(function* () {
    const answer = yield* Deferred2.make();
    waiting.set(id, answer);
    return Deferred2.await(answer);
  });
  let last = 0;
  const client2 = {
    lines,
    send,
    request: (method, params, id = last++) => Effect11.gen(function* () {
      const answer = yield* wait(id);
      yield* send(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}
`);
      return yield* answer;
    }),
    line: (text2, id) => Effect11.flatten(Effect11.zipLeft(wait(id), send(text2))),
    call: (name, args) => client2.request("tools/call", { name, arguments: args }),
    end: Effect11.zipRight(input.end, Fiber.join(fiber))
  };
  yield* client2.request("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" }
  });
  yield* send(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}
`);
  return client2;
});

// test/mcp/scratch.ts
console.log("start");
await Effect12.runPromise(Effect12.gen(function* () {
  const c = yield* connect2;
  console.log("connected");
  yield* c.end;
  console.log("ended");
}).pipe(Effect12.scoped, Effect12.provide(Sandbox.layer())));
console.log("all done");
