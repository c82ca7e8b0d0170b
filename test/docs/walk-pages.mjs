/**
 * Runs the commands of README and the pages as a newcomer does: `node test/docs/walk-pages.mjs`. A block below
 * `<!-- runs: in a clone -->` begins a walk in a clone, in a folder that is otherwise empty. The walk then saves the
 * page's next files and runs its next blocks, in one shell. All walks begin in the same clone, without the files of
 * earlier walks beside it. The clone gets the packages and the `dist/` of this checkout. The walks then skip `npm ci` and
 * the build of `npm pack`, which `.ci/run` runs in a fresh clone. With the option `--fresh`, they run both. Prints a line
 * for each walk and the output of failures. Exits with 1 if a walk failed.
 */

import { spawn } from "node:child_process"
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { check, output } from "../../scripts/checks.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const WALK_MS = 3_600_000
const ADDRESS = "http://127.0.0.1:7575"
const STEP = /<!-- (runs(?:: in a clone)?|file: \S+) -->\n\n```\w+\n([\s\S]*?)^```$/gm
const STARTS_SERVER = /\b(?:npm start|npx hexarium start)\b/

/** The walks of a page. Each one is a list of marks and blocks. */
function walksOf(text) {
  const walks = []
  for (const [, mark, block] of text.matchAll(STEP)) {
    if (mark === "runs: in a clone") walks.push([])
    walks.at(-1)?.push({ mark, block })
  }
  return walks
}

/** Clones the sources as they are now, with changes that are not committed. */
async function cloneSources(folder) {
  const git = (...args) => output("git", args, { cwd: root })
  const repository = `${folder}.git`
  await git("init", "--quiet", "--bare", repository)
  const ours = ["--git-dir", repository, "--work-tree", root]
  await git(...ours, "add", "--all")
  const author = ["-c", "user.name=hexarium", "-c", "user.email=hexarium@localhost"]
  await git(...ours, ...author, "commit", "--quiet", "--no-verify", "--message", "sources")
  await git("clone", "--quiet", repository, folder)
  await rm(repository, { recursive: true })
}

/** Commands of the pages that a walk may skip, because `.ci/run` begins with them in a fresh clone. */
const COMMANDS_OF_CI = [/^npm ci\b/m, /\bnpm pack\b/]

/** Gives the clone the packages and the build of this checkout. */
async function provide(folder) {
  const ci = await readFile(`${root}.ci/run`, "utf8")
  const missing = COMMANDS_OF_CI.find((command) => !command.test(ci))
  if (missing !== undefined) throw new Error(`.ci/run does not run ${missing}; run the walks with --fresh`)
  // Hard links cost a tenth of copies, but work only within one file system.
  const copy = (...args) => output("cp", [...args, `${root}node_modules`, folder])
  await copy("-al").catch(async () => {
    await remove(join(folder, "node_modules"))
    await copy("-a")
  })
  await cp(`${root}dist`, join(folder, "dist"), { recursive: true })
}

const remove = (path) => rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 })

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/** Shell commands of a step. A line that starts a server runs in the background, and the next line waits for the server. */
function commandsOf({ mark, block }) {
  const [, file] = /^file: (.*)$/.exec(mark) ?? []
  if (file !== undefined) return [`cat >${file} <<'END OF FILE'`, `${block}END OF FILE`]
  return block.split("\n").flatMap((line) => (STARTS_SERVER.test(line) ? [`serve ${JSON.stringify(line)}`] : [line]))
}

const PRELUDE = `set -euo pipefail
curl() { command curl --fail-with-body "$@"; }
npm() {
  if [[ $* = ci && -d node_modules ]]; then return; fi
  if [[ $1 = pack && -d dist ]]; then set -- "$@" --ignore-scripts; fi
  command npm "$@"
}
serve() {
  (eval "set -e; $1") &
  local server=$!
  until command curl --silent --fail --output /dev/null ${ADDRESS}/_hexarium/health; do
    kill -0 $server || exit 1
    sleep 0.2
  done
}
set -x
`

/** Runs the steps of a walk in the clone `folder`/hexarium. */
async function walk(folder, steps) {
  const port = await freePort()
  const script = `${PRELUDE}${steps.flatMap(commandsOf).join("\n")}\n`.replaceAll(ADDRESS, `http://127.0.0.1:${port}`)
  const own = { HEXARIUM_PORT: String(port), HEXARIUM_CACHE: await mkdtemp(join(folder, "cache-")), FORCE_COLOR: "0" }
  // A newcomer does not run these commands by npm.
  const env = Object.entries(process.env).filter(([name]) => !name.startsWith("npm_"))
  const options = { cwd: join(folder, "hexarium"), env: { ...Object.fromEntries(env), ...own }, detached: true }
  const child = spawn("bash", ["-c", script], options)
  try {
    let said = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        said += text
      })
    }
    // A server in the background keeps the pipes open.
    const code = await new Promise((resolve) => {
      setTimeout(() => resolve("no end within an hour"), WALK_MS).unref()
      child.on("exit", resolve)
    })
    if (code !== 0) throw new Error(`the commands ended with ${code}:\n${said}`)
  } finally {
    try {
      process.kill(-child.pid)
    } catch {
      // No process of the walk is left.
    }
    for (const name of await readdir(folder)) if (name !== "hexarium") await remove(join(folder, name))
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const paths = (await readdir(`${root}docs`, { recursive: true })).filter((path) => path.endsWith(".md"))
  const walks = []
  for (const page of ["README.md", ...paths.map((path) => `docs/${path}`)])
    for (const steps of walksOf(await readFile(root + page, "utf8"))) walks.push({ page, steps })
  if (walks.length === 0) throw new Error("no page has a block below <!-- runs: in a clone -->")
  const folder = await mkdtemp(join(tmpdir(), "hexarium-walk-"))
  try {
    await cloneSources(join(folder, "hexarium"))
    if (!process.argv.includes("--fresh")) await provide(join(folder, "hexarium"))
    for (const [at, { page, steps }] of walks.entries())
      await check(`walk ${at + 1}, ${page}`, () => walk(folder, steps))
  } finally {
    await remove(folder)
  }
}
