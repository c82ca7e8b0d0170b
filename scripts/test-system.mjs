/**
 * Runs all tests that need processes, built files, a browser, a database or other packages: `npm run test:system`.
 * Arguments select parts: projects of vitest.config.ts, and the commands in LANES. Options are passed to Vitest. Exits
 * with 1 if a test failed.
 */

import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const TARBALL = ".cache/pack/hexarium.tgz"
const INSTALL = "npm ci --no-audit --no-fund --loglevel=error"

/**
 * Commands by part. Lanes run in parallel, because they mostly wait for downloads. They begin after Vitest, because the
 * examples' tests have the time limits of their runners. The parts of a lane run in order. Each lane takes about three
 * minutes.
 */
const LANES = [
  {
    package: [
      "npm run --silent pack:check",
      `node scripts/try-examples.mjs ${TARBALL}`,
      `node test/deploy/try-action.mjs ${TARBALL}`,
    ],
  },
  {
    clients: ["hx", "openapi", "sdk"].map((name) => `cd test/clients/${name} && ${INSTALL} && npm test --silent`),
    // Simulates servers with lost connections, delays and crashes, in virtual time.
    simulate: ["npm run --silent simulate -- --histories 300"],
    // Checks the files for Docker and GitHub, runs the steps of the Dockerfile, and tests the image.
    image: [`cd test/deploy && ${INSTALL} && npm test --silent`, "node test/deploy/image/try-image.mjs --installed"],
  },
  // Runs the commands of README and the pages in a fresh clone.
  { pages: ["node test/docs/walk-pages.mjs"] },
  {
    site: ["npm run --silent site", "npm run --silent site:check"],
    // Tests the engine and SQLite on newer versions of Node. `npm run test:nodes` runs all tests on each version.
    nodes: ["npm run --silent test:nodes -- --quick"],
    runtimes: ["npm run --silent test:runtimes"],
  },
]

const args = process.argv.slice(2)
const wantedParts = args.filter((arg) => !arg.startsWith("-"))
const options = args.filter((arg) => arg.startsWith("-"))
const isWanted = (part) => wantedParts.length === 0 || wantedParts.includes(part)

const run = (command, stdio = "pipe") =>
  new Promise((resolve) => {
    const child = spawn(command, { cwd: root, shell: true, stdio: ["ignore", stdio, stdio] })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text
      })
    }
    child.on("close", (code) => resolve({ code: code ?? 1, output }))
  })

async function runVitest() {
  const apart = LANES.flatMap((lane) => Object.keys(lane)).filter((part) => part !== "package")
  const projects = wantedParts.filter((part) => !apart.includes(part))
  if (wantedParts.length > 0 && projects.length === 0) return true
  const chosen = projects.length > 0 ? projects : ["!unit*"]
  const quoted = [...chosen.map((name) => `--project=${name}`), ...options].map((arg) => JSON.stringify(arg))
  return (await run(`npx vitest run ${quoted.join(" ")}`, "inherit")).code === 0
}

async function runLane(lane) {
  let isGood = true
  for (const [part, commands] of Object.entries(lane).filter(([part]) => isWanted(part))) {
    for (const command of commands) {
      const began = performance.now()
      const { code, output } = await run(command)
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      process.stdout.write(`${output.trimEnd()}\n${part}: ${code === 0 ? "ok" : "FAILS"}: ${command} (${seconds} s)\n`)
      if (code === 0) continue
      isGood = false
      break
    }
  }
  return isGood
}

const results = [await runVitest()]
results.push(...(await Promise.all(LANES.map(runLane))))
process.exitCode = results.every(Boolean) ? 0 : 1
