#!/usr/bin/env node
import "../bundle/candela.js"
