/** Measures what the Vite plugin costs: its import, and the start of a dev server with the demo world (bench/README.md, T23). */
import { execFileSync } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { report, time } from "../measure.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const ROUNDS = 5
const MAX_IMPORT_MS = 30
const MAX_DELAY_MS = 300

/** The smaller of elapsed and processor time of a process in milliseconds, because elapsed time of a busy machine includes others' work. */
const NOW = `const now = () => {
  const { user, system } = process.cpuUsage()
  return Math.min(performance.now(), (user + system) / 1000)
}`

/** Runs a module in its own process and returns the milliseconds that it prints. */
function run(lines: string): number {
  const args = ["--input-type=module", "-e", lines]
  return Number(execFileSync(process.execPath, args, { cwd: root, encoding: "utf8" }).trim().split("\n").at(-1))
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

const IMPORT = `${NOW}
const began = now()
await import("${root}dist/vite.js")
console.log(now() - began)
process.exit()`

const project = await mkdtemp(join(tmpdir(), "hexarium-bench-"))
await writeFile(join(project, "index.html"), "<!doctype html><title>App</title>")

/** Measures from the start of the process to the first response of the dev server at a path. */
const startOf = (
  plugin: string,
  path: string,
) => `${plugin === "" ? "" : `import { hexarium } from "${root}dist/vite.js"`}
import { createServer } from "${root}node_modules/vite/dist/node/index.js"
${NOW}
const server = await createServer({
  root: ${JSON.stringify(project)}, configFile: false, logLevel: "silent", server: { port: 0 }, plugins: [${plugin}],
})
await server.listen()
const { port } = server.httpServer.address()
const { status } = await fetch("http://localhost:" + port + "${path}")
if (status !== 200) throw new Error("expected status 200, received " + status)
console.log(now())
process.exit()`

const imports: number[] = []
const bare: number[] = []
const pages: number[] = []
const worlds: number[] = []
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    imports.push(run(IMPORT))
    bare.push(run(startOf("", "/")))
    pages.push(run(startOf("hexarium()", "/")))
    worlds.push(run(startOf("hexarium()", "/_hexarium/health")))
  }
} finally {
  await rm(project, { recursive: true, force: true })
}

const importMs = median(imports)
const delayOf = (times: readonly number[]): number => median(times) - median(bare)
const baseline = time(median(bare) * 1e6)
const delay = (ms: number): string => time(Math.max(0, ms) * 1e6)
report([
  {
    what: 'import "hexarium/vite"',
    measured: time(importMs * 1e6),
    target: "≤ 30 ms",
    isMet: importMs <= MAX_IMPORT_MS,
  },
  {
    what: "delay of the app's first page by the plugin, against the start of a dev server without it",
    measured: delay(delayOf(pages)),
    baseline,
    target: "≤ 300 ms",
    isMet: delayOf(pages) <= MAX_DELAY_MS,
  },
  {
    what: "first response of the service with the demo world, after that page without the plugin",
    measured: delay(delayOf(worlds)),
    baseline,
  },
])
