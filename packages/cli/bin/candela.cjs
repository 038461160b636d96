#!/usr/bin/env node
const { start } = require("../bundle/start.cjs")

start(require("node:path").join(__dirname, "../bundle/candela.cjs"))
