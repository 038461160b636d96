import { defineConfig } from "vitest/config"
import main from "./vitest.config.js"

// The tests that drive a browser: `node scripts/internal/test/browser.mjs` finds one, and runs them with this file.
export default defineConfig({
  ...main,
  test: { ...main.test, include: ["packages/pages/test/browser/*.test.ts"], exclude: [] },
})
