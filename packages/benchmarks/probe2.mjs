import * as Dataset from "@candela/sandbox/Dataset"
import { all as routes } from "@candela/sandbox/Routes"
import * as Service from "@candela/sandbox/Service"
import { Store } from "@candela/sandbox/Store"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { DuckDBInstance } from "@duckdb/node-api"
const path = "/v2/aggs/ticker/X:BTCUSD/range/1/minute/2024-02-26/2025-06-30?limit=50000"
const sql = `SELECT v, vw, o, c, h, l, t::DOUBLE AS t, n::DOUBLE AS n FROM minute_bars WHERE ticker = $1 AND t >= $2 AND t < $3 ORDER BY t LIMIT 50000`
await Effect.gen(function* () {
  const p = yield* Dataset.make("small", { directory: "/tmp/serve-data" })
  const { now, seed, store } = yield* Dataset.open(p)
  const { handle } = yield* Service.make({ routes, keys: { sandbox: "business" }, now: Effect.succeed(now), seed }).pipe(Effect.provideService(Store, store))
  const ask = () => Effect.runPromise(handle({ method: "GET", url: new URL("http://sandbox" + path), headers: { authorization: "Bearer sandbox" } }))
  const instance = yield* Effect.promise(() => DuckDBInstance.create(p, { access_mode: "READ_ONLY", threads: "2" }))
  const connection = yield* Effect.promise(() => instance.connect())
  const statement = yield* Effect.promise(() => connection.prepare(sql))
  const bare = async () => { statement.bind(["X:BTCUSD", BigInt(Date.parse("2024-02-26")), BigInt(now)]); const r = await statement.run(); const rows = await r.getRowObjectsJS(); return JSON.stringify(rows) }
  const bareQ = async () => { statement.bind(["X:BTCUSD", BigInt(Date.parse("2024-02-26")), BigInt(now)]); const r = await statement.run(); return r }
  yield* Effect.promise(async () => {
    const t = { ask: [], bare: [], q: [] }, c = { ask: [], bare: [], q: [] }
    let a, b
    for (let i = 0; i < 40; i++) {
      for (const [k, f] of [["ask", ask], ["q", bareQ]]) { const s = performance.now(), u = process.cpuUsage(); const r = await f(); t[k].push(performance.now() - s); const d = process.cpuUsage(u); c[k].push((d.user + d.system) / 1000); if (k === "ask") a = r; if (k === "bare") b = r }
    }
    const med = (x) => [...x].sort((p, q) => p - q)[x.length >> 1].toFixed(1), min=(x)=>Math.min(...x).toFixed(1)
    const text = a.body.slice(a.body.indexOf("["), a.body.lastIndexOf("]") + 1)
    console.log(a.status, a.body.length, a.body.slice(0, 250), JSON.parse(a.body).results.length, 0)
    delete t.bare; for (const k in t) console.log(k, "wall med", med(t[k].slice(5)), "min", min(t[k].slice(5)), "cpu med", med(c[k].slice(5)), "min", min(c[k].slice(5)))
  })
}).pipe(Effect.scoped, Effect.runPromise)
