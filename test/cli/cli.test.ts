import { type ChildProcess, execFile, spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
const CLI = join(ROOT, "dist/cli.js")

const FIXTURE = `version: 1
users:
  - { email: ada@acme.test, password: pw-ada-1, token: ada-token-1 }
workspaces:
  - name: Acme
    admins: [ada@acme.test]
    group: { group_id: ALL, name: All }
`

let folder = ""
const runningServers: ChildProcess[] = []

beforeAll(async () => {
  if (!existsSync(CLI)) await promisify(execFile)("node", ["scripts/build.mjs"], { cwd: ROOT })
  folder = await mkdtemp(join(tmpdir(), "hexarium-"))
  await writeFile(join(folder, "world.yaml"), FIXTURE)
})
afterEach(() => {
  for (const child of runningServers.splice(0)) child.kill("SIGKILL")
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs the built command line in the fixture's folder. */
function hexarium(...args: string[]) {
  const { HEXARIUM_URL: _, ...env } = process.env
  const child = spawn(process.execPath, [CLI, ...args], { cwd: folder, env })
  runningServers.push(child)
  let out = ""
  let err = ""
  let wake = () => {}
  const heard = () => wake()
  child.stdout.on("data", (chunk) => {
    out += chunk
    heard()
  })
  child.stderr.on("data", (chunk) => {
    err += chunk
    heard()
  })
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.on("close", (code) => {
      resolve({ code, out, err })
      heard()
    })
  })
  /** Resolves when the output contains a text or the process has ended. */
  const said = async (text: string | RegExp) => {
    const isSaid = () => (typeof text === "string" ? (out + err).includes(text) : text.test(out + err))
    while (!isSaid() && child.exitCode === null) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    return out
  }
  return { child, ended, said }
}

const startServer = (...args: string[]) => startedWith("world.yaml", ...args)

async function startedWith(...args: string[]) {
  const server = hexarium("start", "--port", "0", "--log", "json", ...args)
  const out = await server.said("\n")
  return { ...server, out, url: JSON.parse(out.split("\n")[0] ?? "").url as string }
}

const plan = (url: string, fault: object) =>
  fetch(`${url}/_hexarium/worlds/main/faults`, {
    method: "POST",
    headers: { "x-hexarium": "1", "content-type": "application/json" },
    body: JSON.stringify(fault),
  })

/** Resolves when the planned fault has been applied to a request, which is then in progress. */
async function faultIsUsed(url: string): Promise<void> {
  for (;;) {
    const { faults } = (await (await fetch(`${url}/_hexarium/worlds/main/faults`)).json()) as {
      faults: { left: number }[]
    }
    if (faults.every(({ left }) => left === 0)) return
  }
}

describe("start", () => {
  test("the first line says exactly that requests are answered, and they are", async () => {
    const { out, url, child } = await startServer()
    expect(out.split("\n")[0]).toBe(JSON.stringify({ event: "ready", url, pid: child.pid, world: "main" }))
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const answer = await fetch(`${url}/api/v0/userinfo`, { headers: { authorization: "Bearer ada-token-1" } })
    expect(await answer.json()).toMatchObject({ email: "ada@acme.test" })
  })

  test("the demo is one world, whether it was prepared or is loaded for a seed that happens to be its own", async () => {
    const hashes = await Promise.all(
      [[], ["--seed", "7"], ["--seed", "8"]].map(async (seed) => {
        const { url } = await startedWith("--now", "2026-01-05T09:00:00Z", ...seed)
        return ((await (await fetch(`${url}/_hexarium/worlds/main`)).json()) as { hash: string }).hash
      }),
    )
    expect(hashes[0]).toMatch(/^[0-9a-f]+$/)
    expect(hashes[1]).toBe(hashes[0])
    expect(hashes[2]).not.toBe(hashes[0])
  })

  test("SIGTERM ends an idle server with 0, though connections are open", async () => {
    const { url, child, ended } = await startServer()
    await (await fetch(`${url}/_hexarium/health`)).text()
    const events = await fetch(`${url}/_hexarium/worlds/main/events`)
    child.kill("SIGTERM")
    expect((await ended).code).toBe(0)
    expect(await events.text()).toMatch(/^:/)
  })

  test.skipIf(process.platform === "win32")("below npm it ends with the shell that npm put before it", async () => {
    const command = `"${process.execPath}" "${CLI}" start world.yaml --port 0 --log json & wait`
    const shell = spawn("sh", ["-c", command], { cwd: folder, env: { ...process.env, npm_lifecycle_event: "start" } })
    runningServers.push(shell)
    let out = ""
    await new Promise<void>((resolve) => {
      shell.stdout.on("data", (chunk) => {
        out += chunk
        resolve()
      })
    })
    const closed = new Promise((resolve) => shell.on("close", resolve))
    shell.kill("SIGKILL")
    // The output is closed when all writing processes have ended.
    await closed
    expect(out.trimEnd().split("\n").at(-1)).toBe('{"event":"stopped"}')
  })

  test.skipIf(process.platform !== "linux")(
    "below npm it ends with npm, even if that leaves its shell behind",
    async () => {
      const command = `"${process.execPath}" "${CLI}" start world.yaml --port 0 --log json & wait`
      // Simulates npm, whose shell outlives it.
      const npm = spawn(
        process.execPath,
        ["-e", `child_process.spawn("sh", ["-c", ${JSON.stringify(command)}], { stdio: "inherit" })`],
        {
          cwd: folder,
          env: { ...process.env, npm_lifecycle_event: "start" },
        },
      )
      runningServers.push(npm)
      let out = ""
      await new Promise<void>((resolve) => {
        npm.stdout.on("data", (chunk) => {
          out += chunk
          resolve()
        })
      })
      const closed = new Promise((resolve) => npm.on("close", resolve))
      npm.kill("SIGKILL")
      await closed
      expect(out.trimEnd().split("\n").at(-1)).toBe('{"event":"stopped"}')
    },
  )

  test("a running request finishes; a second SIGINT ends at once with 130", async () => {
    const { url, child, ended } = await startServer()
    await plan(url, { operation: "GetUserInfo", delay_ms: 300, status: 418 })
    const slow = fetch(`${url}/api/v0/userinfo`)
    await faultIsUsed(url)
    child.kill("SIGTERM")
    expect((await slow).status).toBe(418)
    expect((await ended).code).toBe(0)

    const other = await startServer()
    await plan(other.url, { operation: "GetUserInfo", delay_ms: 60_000 })
    const endless = fetch(`${other.url}/api/v0/userinfo`).catch(() => "cut")
    await faultIsUsed(other.url)
    other.child.kill("SIGINT")
    // The first signal is handled when the port is closed. Until then, two signals would count as one.
    while (await fetch(`${other.url}/_hexarium/health`).catch(() => null)) {}
    other.child.kill("SIGINT")
    expect((await other.ended).code).toBe(130)
    expect(await endless).toBe("cut")
  })

  test("faults of a start: each one clear message and the documented code", async () => {
    const { url, child } = await startServer()
    const { port } = new URL(url)
    await writeFile(join(folder, "broken.yaml"), "version: 2\nusers: []\nworkspaces: [{}]\n")
    const [taken, broken, missing, data] = await Promise.all(
      [
        ["start", "world.yaml", "--port", port],
        ["start", "broken.yaml"],
        ["start", "nowhere.yaml"],
        ["start", "--data", "mysql://127.0.0.1/worlds"],
      ].map((args) => hexarium(...args).ended),
    )
    expect(taken).toMatchObject({ code: 1, out: "", err: expect.stringMatching(new RegExp(`port ${port} .*--port 0`)) })
    expect(broken).toMatchObject({ code: 1, out: "", err: expect.stringMatching(/broken\.yaml:1:1: version/) })
    if (process.platform === "linux") expect(taken?.err).toContain(`is taken by process ${child.pid} (`)
    for (const one of [taken, missing, data]) expect(one?.err).toMatch(/^hexarium: .*\n$/)
    expect(missing).toMatchObject({ code: 1, out: "", err: expect.stringContaining("nowhere.yaml") })
    expect(data).toMatchObject({ code: 2, out: "", err: expect.stringContaining("--data expects a folder") })
  })

  test.each(["json", "pretty"])("a mail that can't be delivered is reported in the log (%s)", async (style) => {
    // No process listens on port 1 of the loopback.
    const args = ["start", "world.yaml", "--port", "0", "--smtp", "smtp://127.0.0.1:1", "--log", style]
    const server = hexarium(...args)
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(await server.said(/http:.*\n/))?.[0]
    await fetch(`${url}/api/v0/users/password/forgot`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "ada@acme.test" }),
    })
    const out = await server.said(/ECONNREFUSED.*\n/)
    const line = out.split("\n").find((one) => one.includes("ECONNREFUSED")) ?? ""
    if (style === "json") {
      expect(JSON.parse(line)).toMatchObject({ event: "failure", world: "main", kind: "mail", name: "ada@acme.test" })
    } else {
      expect(line).toMatch(/^The mail \S+ to ada@acme\.test was not delivered: /)
    }
  })

  test("--watch loads a changed fixture; a broken one keeps the world and prints the mistakes", async () => {
    const file = join(folder, "watched.yaml")
    await writeFile(file, FIXTURE)
    const server = hexarium("start", "watched.yaml", "--port", "0", "--log", "json", "--watch", "--seed", "5")
    const url = JSON.parse((await server.said("\n")).split("\n")[0] ?? "").url
    const names = async (token: string) =>
      (await fetch(`${url}/api/v0/workspaces`, { headers: { authorization: `Bearer ${token}` } })).json()
    const who = async (method: string, body?: object): Promise<unknown> => {
      const headers = { authorization: "Bearer ada-token-1", "content-type": "application/json" }
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      return (await fetch(`${url}/api/v0/userinfo`, { method, headers, ...sent })).json()
    }
    await who("PUT", { username: "Ada, live" })
    await writeFile(file, FIXTURE.replace("name: Acme", "name: Globex"))
    const reloaded = (await server.said('"event":"reloaded"')).split("\n").find((line) => line.includes('"reloaded"'))
    expect(JSON.parse(reloaded ?? "")).toMatchObject({
      kept: [expect.stringMatching(/^users\[ada@acme\.test\]/)],
      dropped: [],
    })
    expect(await names("ada-token-1")).toMatchObject({ workspaces: [{ workspace_name: "Globex" }] })
    expect(await who("GET")).toMatchObject({ username: "Ada, live" })
    await writeFile(file, "version: 1\nusers: 5\n")
    expect(await server.said('"event":"not_reloaded"')).toContain("users")
    expect(await names("ada-token-1")).toMatchObject({ workspaces: [{ workspace_name: "Globex" }] })
  })
})

describe("exec", () => {
  test("serves while the command runs, and ends as it ends", async () => {
    const script = `fetch(process.env.HEXARIUM_URL + "/_hexarium/health").then((r) => r.json()).then((j) => { console.log(j.status); process.exit(7) })`
    const run = await hexarium("exec", "world.yaml", "--", process.execPath, "-e", script).ended
    expect(run).toMatchObject({ code: 7, out: "ok\n", err: "" })
  })

  test("hands signals to the command, and shows in the exit code which signal ended it", async () => {
    const script = `process.on("SIGTERM", () => process.exit(9)); console.log("up"); setInterval(() => {}, 1000)`
    const careful = hexarium("exec", "world.yaml", "--", process.execPath, "-e", script)
    await careful.said("up")
    careful.child.kill("SIGTERM")
    expect((await careful.ended).code).toBe(9)
    const killed = hexarium("exec", "world.yaml", "--", "sh", "-c", "kill -TERM $$")
    expect((await killed.ended).code).toBe(143)
  })

  test("hands on the world, a token and the log to the command, whose output stays its own", async () => {
    const script = `const { HEXARIUM_URL: url, HEXARIUM_TOKEN: token, HEXARIUM_WORLD: world, HEXARIUM_LOG_FILE: file } = process.env
fetch(url + "/api/v0/userinfo", { headers: { authorization: "Bearer " + token } }).then((r) => r.json()).then((j) => console.log(world, j.email, file))`
    const run = await hexarium("exec", "world.yaml", "--log-file", "exec.log", "--", process.execPath, "-e", script)
      .ended
    expect(run).toEqual({ code: 0, out: `main ada@acme.test ${join(folder, "exec.log")}\n`, err: "" })
    const lines = (await readFile(join(folder, "exec.log"), "utf8"))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    if (process.platform !== "win32") expect((await stat(join(folder, "exec.log"))).mode & 0o777).toBe(0o600)
    expect(lines.map(({ event }) => event)).toEqual(["ready", "request", "stopped"])
    expect(lines[1]).toMatchObject({ operation: "GetUserInfo", user: "ada@acme.test" })
  })

  test("prints the coverage of the command's tests, not of the server that they do not use", async () => {
    const counts = {
      operations: [{ name: "CreateItem", calls: 2, outcomes: [{ outcome: "ok", count: 2 }] }],
      application: { actions: [], statuses: [], schedules: [] },
      ...{ graphql: [], data_types: [], mails: [] },
    }
    const line = JSON.stringify(`${JSON.stringify(counts)}\n`)
    const script = `for (const name of ["one", "other"]) fs.appendFileSync(process.env.HEXARIUM_COVERAGE_FOLDER + "/" + name, ${line})`
    const run = await hexarium("exec", "world.yaml", "--coverage", "--", process.execPath, "-e", script).ended
    expect(run).toMatchObject({ code: 0, out: "" })
    expect(run.err).toContain("    CreateItem  4  ok 4\n")
    expect(run.err).toContain("  0 of 0 actions\n")
  })

  test("a missing or unknown command, a faulty fixture", async () => {
    const [none, unknown, faulty] = await Promise.all([
      hexarium("exec", "world.yaml").ended,
      hexarium("exec", "world.yaml", "--", "no-such-command-here").ended,
      hexarium("exec", "nowhere.yaml", "--", "true").ended,
    ])
    expect([none.code, unknown.code, faulty.code]).toEqual([2, 127, 1])
  })
})

test("export and import carry a world over, files and all", async () => {
  const { url } = await startServer()
  const exported = await hexarium("export", "--url", url, "-o", "exported.json").ended
  if (process.platform !== "win32") expect((await stat(join(folder, "exported.json"))).mode & 0o777).toBe(0o600)
  expect(exported).toMatchObject({ code: 0, err: "" })
  const fixture = JSON.parse(await readFile(join(folder, "exported.json"), "utf8"))
  expect(fixture.workspaces[0].name).toBe("Acme")
  await fetch(`${url}/_hexarium/worlds`, {
    method: "POST",
    headers: { "x-hexarium": "1", "content-type": "application/json" },
    body: '{"name":"twin"}',
  })
  await writeFile(join(folder, "other.yaml"), FIXTURE.replace("name: Acme", "name: Globex"))
  const imported = await hexarium("import", "other.yaml", "--url", `${url}/w/twin`).ended
  expect(imported).toMatchObject({ code: 0, out: expect.stringContaining("twin"), err: "" })
  const twin = (await (await fetch(`${url}/_hexarium/worlds/twin/export`)).json()) as typeof fixture
  expect(twin.workspaces[0].name).toBe("Globex")
  const [noServer, noWorld, faulty] = await Promise.all([
    hexarium("export", "--url", "http://127.0.0.1:1").ended,
    hexarium("export", "--url", url, "--world", "nowhere").ended,
    hexarium("import", "nowhere.yaml", "--url", url).ended,
  ])
  expect([noServer.code, noWorld.code, faulty.code]).toEqual([1, 1, 1])
  expect(noWorld.err).toContain("nowhere")
})

test("check prints every mistake with its path", async () => {
  await writeFile(
    join(folder, "faulty.yaml"),
    "version: 1\nusers: [{ email: nonsense }]\nworkspaces: [{ name: X }]\nextra: 1\n",
  )
  const [good, bad] = await Promise.all([hexarium("check", "world.yaml").ended, hexarium("check", "faulty.yaml").ended])
  expect(good).toMatchObject({ code: 0, err: "" })
  expect(bad.code).toBe(1)
  for (const place of ["users[0].email", "workspaces[0]", "extra"]) expect(bad.err).toContain(place)
})

test("docs prints a packed page", async () => {
  const { code, out, err } = await hexarium("docs", "faults").ended
  expect([code, err]).toEqual([0, ""])
  expect(out).toMatch(/^# .*fault/im)
})

test("openapi writes the document", async () => {
  const { code, out } = await hexarium("openapi").ended
  expect([code, JSON.parse(out).openapi]).toEqual([0, "3.1.0"])
})
