#!/usr/bin/env node
import module from "node:module"

// Node 22 and later keep the compiled code of the bundle: it starts in a fraction of the time then.
module.enableCompileCache?.()
await import("../bundle/candela.js")
