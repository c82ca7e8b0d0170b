/**
 * Tests the Docker image without Docker. Runs the Dockerfile's steps in empty folders, then its command without write
 * access, its health check and its end by SIGTERM. Then tests the environment of compose.yaml behind a proxy, and three
 * servers on one PostgreSQL behind nginx. `--installed` uses this repository's node_modules. Prints a line for each
 * check. Exits with 1 if a check failed.
 */

import { execFile, spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { parse } from "yaml"
import { bytesBelow, check } from "../../../scripts/checks.mjs"
import { run } from "../../../scripts/inline-data.mjs"
import { tryBalancer } from "./balanced.mjs"
import { buildImage } from "./build-image.mjs"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const PORT = "7575"
const TOKEN = "let-me-in"
const NGINX = "/usr/sbin/nginx"
const START_MS = 15_000
const END_MS = 10_000

const workshop = await mkdtemp(join(tmpdir(), "hexarium-image-"))
await chmod(workshop, 0o755)

function requireThat(holds, what) {
  if (!holds) throw new Error(what)
}

/** Resolves to a free port. The image's own port can't be used, because all servers run on this machine. */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address()
      server.close(() => resolve(String(port)))
    })
  })

/** Converts a command of the image to run on this machine: changes its paths, its port and, if run by root, its user. */
function asImage(image, [program, ...args], port, env = {}) {
  requireThat(program === "node", `expected the image to run node, received ${program}`)
  const [uid, gid] = image.user.split(":").map(Number)
  const placed = args.map((arg) =>
    arg.startsWith("/app/") ? join(image.root, arg) : arg.replace(`:${PORT}`, `:${port}`),
  )
  const options = {
    cwd: join(image.root, image.workdir),
    env: { PATH: image.bin, ...image.env, ...env },
    ...(process.getuid() === 0 ? { uid, gid } : {}),
  }
  return [join(image.bin, "node"), placed, options]
}

const isHealthy = async (image, port) =>
  promisify(execFile)(...asImage(image, image.healthcheck, port)).then(
    () => true,
    () => false,
  )

/** Runs the image's command while `use` runs, then stops it as Docker does. */
async function runImage(image, env, use) {
  const port = await freePort()
  const command = [...image.entrypoint, ...image.arguments, "--port", port]
  requireThat(!(await isHealthy(image, port)), "the health check passed before the server was started")
  const [program, args, options] = asImage(image, command, port, env)
  const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] })
  let said = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text) => {
      said += text
    })
  }
  const ended = new Promise((resolve) => child.on("exit", (...how) => resolve(how)))
  try {
    const until = performance.now() + START_MS
    while (!(await isHealthy(image, port))) {
      requireThat(child.exitCode === null && performance.now() < until, `the container is not healthy:\n${said}`)
    }
    await use(`http://127.0.0.1:${port}`, child)
    const began = performance.now()
    child.kill("SIGTERM")
    const timer = setTimeout(() => child.kill("SIGKILL"), END_MS)
    const [code, signal] = await ended
    clearTimeout(timer)
    requireThat(code === 0 && signal === null, `exit code after SIGTERM: ${code ?? signal}\n${said}`)
    requireThat(!said.includes("has no effect"), `the server ignores an environment variable of the image:\n${said}`)
    return `stopped ${Math.round(performance.now() - began)} ms after SIGTERM`
  } finally {
    child.kill("SIGKILL")
  }
}

async function filesOf(uid) {
  const places = [tmpdir(), "/var/tmp", "/dev/shm"]
  const { stdout } = await promisify(execFile)("find", [...places, "-xdev", "-uid", String(uid)]).catch(
    ({ stdout }) => ({ stdout }),
  )
  return stdout.split("\n").filter((line) => line !== "")
}

const checks = {
  async "steps of the Dockerfile"() {
    const installed = process.argv.includes("--installed") ? join(root, "node_modules") : undefined
    image = await buildImage({ context: root, workshop, installed, report: (text) => process.stdout.write(text) })
    await promisify(execFile)("chmod", ["-R", "a-w,a+rX", image.root])
    requireThat(/^[1-9]\d*:[1-9]\d*$/.test(image.user), `expected IDs of no root as USER, received ${image.user}`)
    return `/app ${((await bytesBelow(join(image.root, "app"))) / 1e6).toFixed(1)} MB`
  },
  async "the demo world, run as the image's user without write access"() {
    const end = await runImage(image, {}, async (url, child) => {
      const headers = { authorization: "Bearer demo-mina" }
      const { status } = await fetch(`${url}/api/v0/userinfo`, { headers })
      requireThat(status === 200, `expected status 200 from the API, received ${status}`)
      const uids = /^Uid:\t(\d+)/m.exec(await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => ""))
      if (process.getuid() === 0 && uids !== null)
        requireThat(uids[1] === image.user.split(":")[0], `the process runs as user ${uids[1]}`)
    })
    const written = process.getuid() === 0 ? await filesOf(image.user.split(":")[0]) : []
    requireThat(written.length === 0, `expected no written files, received ${written.join(", ")}`)
    return end
  },
  async "with the environment of compose.yaml, behind a proxy"() {
    const { services } = parse(await readFile(join(root, "compose.yaml"), "utf8"))
    const { environment, deploy, read_only } = services.hexarium
    requireThat(deploy.replicas === 3 && read_only === true, "expected three read-only replicas")
    const { HEXARIUM_DATA: data, ...env } = environment
    requireThat(data.startsWith("postgres://"), `expected HEXARIUM_DATA to be a postgres:// URL, received ${data}`)
    return runImage(image, { ...env, HEXARIUM_CONTROL_TOKEN: TOKEN }, async (url) => {
      const asked = async (headers) =>
        (await fetch(`${url}/_hexarium/worlds`, { headers: { "x-forwarded-for": "192.0.2.7", ...headers } })).status
      const statuses = [await asked({}), await asked({ authorization: `Bearer ${TOKEN}` })]
      requireThat(statuses.join() === "403,200", `expected the statuses 403,200, received ${statuses}`)
    })
  },
  async "the three replicas of compose.yaml behind nginx"() {
    const { services } = parse(await readFile(join(root, "compose.yaml"), "utf8"))
    const { anyPostgres, lacksPostgres } = await run(join(root, "test/adapters/postgres/server.ts"))
    if (lacksPostgres("any") || !existsSync(NGINX)) return "skipped, because PostgreSQL or nginx is not installed"
    const database = await anyPostgres()
    const env = { ...services.hexarium.environment, HEXARIUM_DATA: database.url, HEXARIUM_CONTROL_TOKEN: TOKEN }
    try {
      return await three(env, async (urls) => {
        const conf = await readFile(join(root, "docker/nginx.conf"), "utf8")
        const servers = urls.map((url) => new URL(url).host)
        return tryBalancer({ nginx: NGINX, conf, servers, folder: workshop, port: await freePort(), token: TOKEN })
      })
    } finally {
      await database.dispose()
    }
  },
}

async function three(env, use, urls = []) {
  if (urls.length === 3) return use(urls)
  let outcome
  await runImage(image, env, async (url) => {
    outcome = await three(env, use, [...urls, url])
  })
  return outcome
}

let image
try {
  for (const [name, work] of Object.entries(checks)) {
    await check(`image, ${name}`, work)
    if (image === undefined) break
  }
} finally {
  await promisify(execFile)("chmod", ["-R", "u+w", workshop]).catch(() => {})
  await rm(workshop, { recursive: true, force: true })
}
