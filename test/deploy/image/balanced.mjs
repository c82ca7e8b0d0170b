import { execFile, spawn } from "node:child_process"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { request } from "node:http"
import { networkInterfaces } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { promisify } from "node:util"

const SERVICE = "server hexarium:7575;"
const LISTEN = "listen 7575;"
const REQUESTS = 12
const START_MS = 5000

function requireThat(holds, what) {
  if (!holds) throw new Error(what)
}

const places = (folder) =>
  ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${join(folder, name)};`)

async function askFromOutside(port, headers = {}) {
  const outside = Object.values(networkInterfaces())
    .flat()
    .find(({ family, internal }) => family === "IPv4" && !internal)
  requireThat(outside !== undefined, "this machine has no address but the loopback's")
  return new Promise((resolve, reject) => {
    const asked = { host: outside.address, port, path: "/_hexarium/worlds", headers: { host: "hexarium", ...headers } }
    request(asked, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .on("error", reject)
      .end()
  })
}

/**
 * Runs `conf` with changed addresses and checks that nginx accepts it (`nginx -t`), distributes requests to all
 * `servers`, and forwards the client's address, so that the control plane requires the token. Returns a summary.
 */
export async function tryBalancer({ nginx, conf, servers, folder, port, token }) {
  requireThat(conf.includes(SERVICE) && conf.includes(LISTEN), `docker/nginx.conf has no ${SERVICE} or no ${LISTEN}`)
  const home = join(folder, "nginx")
  await mkdir(home, { recursive: true })
  const log = `log_format who "$upstream_addr"; access_log ${home}/access.log who;`
  const here = conf
    .replace(SERVICE, servers.map((server) => `server ${server};`).join(" "))
    .replace(LISTEN, `listen ${port};`)
    .replace("http {", `http {\n  ${[...places(home), log].join("\n  ")}`)
  await writeFile(join(home, "nginx.conf"), here)
  const directives = `daemon off; pid ${home}/nginx.pid; error_log stderr;`
  const args = ["-p", home, "-c", join(home, "nginx.conf"), "-g", directives]
  await promisify(execFile)(nginx, ["-t", ...args])
  const child = spawn(nginx, args, { stdio: ["ignore", "ignore", "inherit"] })
  try {
    const url = `http://127.0.0.1:${port}`
    const ask = (path, headers = {}) => fetch(url + path, { headers })
    const until = performance.now() + START_MS
    while (!(await ask("/_hexarium/ready").catch(() => undefined))?.ok) {
      requireThat(child.exitCode === null && performance.now() < until, "nginx does not answer")
      await pause(50)
    }
    for (let asked = 0; asked < REQUESTS; asked += 1) {
      const { status } = await ask("/api/v0/userinfo", { authorization: "Bearer demo-mina" })
      requireThat(status === 200, `the API answers ${status} behind nginx`)
    }
    const statuses = [await askFromOutside(port), await askFromOutside(port, { authorization: `Bearer ${token}` })]
    requireThat(statuses.join() === "403,200", `without and with the control token behind nginx: ${statuses.join()}`)
    const met = new Set((await readFile(join(home, "access.log"), "utf8")).trim().split("\n"))
    const missed = servers.filter((server) => !met.has(server))
    requireThat(missed.length === 0, `nginx asked nothing of ${missed.join(", ")}`)
    return `${REQUESTS} requests shared out to ${servers.length} servers, 403 without the control token, 200 with it`
  } finally {
    child.kill("SIGTERM")
  }
}
