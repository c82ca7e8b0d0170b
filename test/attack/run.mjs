import { spawn } from "node:child_process"

/**
 * Tries everything that a server withstands (docs/security.md), for as many seconds as are given, 100 unless more or less are, and fails
 * where a figure is missed. `--alone`: without the browser. `--long`: for ten minutes, with more random requests and histories than
 * the tests have.
 */
const args = process.argv.slice(2)
const isLong = args.includes("--long")
const [seconds = isLong ? "600" : "100"] = args.filter((arg) => !arg.startsWith("--"))
const env = { ...process.env, HEXARIUM_ATTACK_SECONDS: seconds }
const files = [args.includes("--alone") ? "test/attack/attack.test.ts" : "test/attack"]
if (isLong) {
  env.HEXARIUM_FUZZ_RUNS ??= "500"
  env.HEXARIUM_HISTORIES ??= "1000"
  files.push(
    "test/robustness/fuzz.test.ts",
    "test/robustness/port-failures.test.ts",
    "test/robustness/store-calls.test.ts",
  )
}
// One after the other, or they would be each other's load.
const test = spawn("npx", ["vitest", "run", "--maxWorkers=1", ...files], { stdio: "inherit", env })
test.on("exit", (code) => process.exit(code ?? 1))
