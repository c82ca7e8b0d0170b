import { spawn } from "node:child_process"

/** Tries everything that a server withstands (docs/security.md), for as many seconds as are given; 100 unless more or less are. */
const [seconds = "100"] = process.argv.slice(2)
const env = { ...process.env, HEXARIUM_ATTACK_SECONDS: seconds }
spawn("npx", ["vitest", "run", "test/attack"], { stdio: "inherit", env }).on("exit", (code) => process.exit(code ?? 1))
