import { defineConfig } from "vitest/config"
import main from "./vitest.config.js"

// The tests that drive a browser: `node scripts/internal/test/browser.mjs` finds one, and runs them with this file.
export default defineConfig((env) => {
  const { test, ...config } = main(env)
  return {
    ...config,
    test: { ...test, include: ["packages/{backfill,cli,pages,site}/test/browser/*.test.ts"], exclude: [] },
  }
})
