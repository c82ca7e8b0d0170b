/**
 * `npm run test:system`: everything that needs processes, built files, a browser, a database or packages of its own. With names, only
 * these parts: the projects of vitest.config.ts besides those of `npm test`, and the commands below. What begins with `-` goes to Vitest.
 * Exits 1 if anything failed.
 */

import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const TARBALL = ".cache/pack/hexarium.tgz"
const INSTALL = "npm ci --no-audit --no-fund --loglevel=error"

/** Lanes run side by side, as each waits for installs and downloads most of the time; the parts of a lane one after the other. */
const LANES = [
  {
    package: [
      "npm run --silent pack:check",
      `node scripts/try-examples.mjs ${TARBALL}`,
      `node scripts/try-action.mjs ${TARBALL}`,
    ],
  },
  {
    // Published clients, and clients generated from the OpenAPI document.
    clients: ["hx", "openapi"].map((name) => `cd test/clients/${name} && ${INSTALL} && npm test --silent`),
    // The engine and SQLite on the newer Nodes; `npm run test:nodes` tries all of it on each.
    nodes: ["npm run --silent test:nodes -- --quick"],
    // The same calls in Deno and in workerd.
    runtimes: ["npm run --silent test:runtimes"],
    // Servers that are cut off, late and killed, in virtual time.
    simulate: ["npm run --silent simulate -- --histories 1000"],
    // Files that Docker and GitHub read, by their own parsers; the steps of the Dockerfile, and the image they make.
    image: [`cd test/deploy && ${INSTALL} && npm test --silent`, "node scripts/try-image.mjs --installed"],
  },
  // The documentation: built, its links, and its pages in a browser.
  { site: ["npm run --silent site", "npm run --silent site:check"] },
]

const args = process.argv.slice(2)
const wanted = args.filter((arg) => !arg.startsWith("-"))
const options = args.filter((arg) => arg.startsWith("-"))
const isWanted = (part) => wanted.length === 0 || wanted.includes(part)

/** Answers the exit code, and the output unless that is shown as it comes. */
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
  const projects = wanted.filter((part) => !apart.includes(part))
  if (wanted.length > 0 && projects.length === 0) return true
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
