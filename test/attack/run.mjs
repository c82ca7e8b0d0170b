import { spawn } from "node:child_process"

/**
 * Attacks a server in every way that docs/security.md lists, for the given seconds (default 100), and fails if a figure is missed.
 * `--alone` omits the browser. `--long` runs for ten minutes with more random requests and histories than the tests.
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
// The files run one after the other. Otherwise, each would slow down the others.
const test = spawn("npx", ["vitest", "run", "--maxWorkers=1", ...files], { stdio: "inherit", env })
test.on("exit", (code) => process.exit(code ?? 1))
