#!/usr/bin/env node
import "../bundle/command.js"
