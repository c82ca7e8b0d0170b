import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { inlineData } from "../../scripts/inline-data.mjs"

/** Runs `npm run simulate -- --histories N --seed S` (test/safety/README.md). */
const root = fileURLToPath(new URL("../..", import.meta.url))
await build({
  absWorkingDir: root,
  entryPoints: { simulate: "test/simulate/main.ts" },
  outdir: ".cache/simulate",
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  logLevel: "warning",
  plugins: [inlineData],
})
const { status } = spawnSync(process.execPath, [".cache/simulate/simulate.js", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
})
process.exit(status ?? 1)
