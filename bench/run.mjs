/**
 * `npm run bench` runs every case, `npm run bench -- NAME…` only the named ones. Each case runs in its own process, and every ratio is
 * against a baseline of the same run. The exit code only says whether all cases ran, not whether they met their targets.
 */
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { readdir } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { inlineData } from "../scripts/inline-data.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const cases = (await readdir(`${root}bench/cases`)).map((file) => file.replace(/\.ts$/, "")).sort()

/** These cases only run when named, because they need packages of their own. */
const ON_DEMAND = { peers: `${root}bench/peers` }

const askedCases = process.argv.slice(2)
const unknown = askedCases.filter((name) => !cases.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`unknown case ${unknown.join(", ")}; the cases are ${cases.join(", ")}\n`)
  process.exit(2)
}
const chosenCases = askedCases.length > 0 ? askedCases : cases.filter((name) => !(name in ON_DEMAND))

for (const name of chosenCases) {
  const folder = ON_DEMAND[name]
  if (folder === undefined || existsSync(`${folder}/node_modules`)) continue
  process.stderr.write(`installing the packages of the case ${name} …\n`)
  const { status } = spawnSync("npm", ["install", "--no-audit", "--no-fund"], { cwd: folder, stdio: ["ignore", 2, 2] })
  if (status !== 0) process.exit(1)
}

await build({
  absWorkingDir: root,
  entryPoints: Object.fromEntries(chosenCases.map((name) => [name, `bench/cases/${name}.ts`])),
  outdir: ".cache/bench",
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  logLevel: "warning",
  plugins: [inlineData],
})

const columns = ["what", "measured", "baseline", "ratio", "target", ""]
const rows = []
let failedCases = 0
for (const name of chosenCases) {
  process.stderr.write(`running the case ${name} …\n`)
  const run = spawnSync(process.execPath, ["--expose-gc", `.cache/bench/${name}.js`], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
    maxBuffer: 1 << 26,
  })
  rows.push([`case ${name}`, "", "", "", "", ""])
  if (run.status !== 0) {
    failedCases += 1
    rows.push(["the case failed", "", "", "", "", "✗"])
    continue
  }
  for (const { what, measured, baseline = "", ratio, target = "", isMet } of JSON.parse(run.stdout)) {
    const shown = ratio === undefined ? "" : `${ratio >= 100 ? Math.round(ratio) : ratio.toPrecision(3)} ×`
    rows.push([what, measured, baseline, shown, target, isMet === undefined ? "" : isMet ? "✓" : "✗"])
  }
}

const widths = columns.map((column, at) => Math.max(column.length, ...rows.map((row) => row[at].length)))
const line = (row) =>
  row
    .map((cell, at) => (at === 0 || at === 4 ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
    .join("  ")
    .trimEnd()
process.stdout.write(`${[columns, ...rows].map(line).join("\n")}\n`)
process.exit(failedCases === 0 ? 0 : 1)
