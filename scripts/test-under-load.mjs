/**
 * Runs `npm test` repeatedly while two other processes use the CPU: `node scripts/test-under-load.mjs [TIMES
 * [SCRIPT]]`. TIMES is 10 by default. SCRIPT is another script of package.json, such as `test:system`. Prints a line
 * for each run and the output of failures. Exits with 1 if a run failed.
 */

import { spawn, spawnSync } from "node:child_process"

const [times = "10", script = "test"] = process.argv.slice(2)
const others = [1, 2].map(() => spawn(process.execPath, ["--eval", "for (;;);"], { stdio: "ignore" }))

let failures = 0
for (let run = 1; run <= Number(times); run += 1) {
  const began = performance.now()
  const { status, stdout, stderr } = spawnSync("npm", ["run", "--silent", script], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    env: { ...process.env, NO_COLOR: "1" },
  })
  const isGood = status === 0
  if (!isGood) failures += 1
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  const counts = /Tests +(.+)/.exec(stdout)?.[1] ?? "no tests were found"
  process.stdout.write(
    `${isGood ? "" : stdout + stderr}run ${run}: ${counts}, ${isGood ? "ok" : "FAILS"} (${seconds} s)\n`,
  )
}
for (const other of others) other.kill()
process.exitCode = failures === 0 ? 0 : 1
