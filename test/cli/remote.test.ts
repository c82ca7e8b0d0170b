import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { unreachableText } from "../../emulator/cli/remote/running-server.ts"
import { Built } from "./built.ts"
import { runCommand } from "./run-command.ts"

const FIXTURE = `version: 1
clock: { mode: frozen, now: "2026-01-05T09:00:00Z" }
users:
  - { email: ada@acme.test, password: pw-ada-1, token: ada-token-1 }
workspaces:
  - name: Acme
    admins: [ada@acme.test]
    group: { group_id: ALL, name: All }
`

let builtCommand: Built
let url = ""

beforeAll(async () => {
  builtCommand = new Built(await mkdtemp(join(tmpdir(), "hexarium-")))
  await writeFile(join(builtCommand.folder, "world.yaml"), FIXTURE)
  url = (await builtCommand.start("world.yaml", "--control-token", "s3cret-token")).url
})
afterAll(async () => {
  builtCommand.end()
  await rm(builtCommand.folder, { recursive: true, force: true })
})

/** Runs a command line in this process against the running server. */
const hexarium = (...argv: string[]) => runCommand(argv, { HEXARIUM_URL: url, XDG_RUNTIME_DIR: builtCommand.folder })

/** Output of a command, parsed as JSON. */
async function answer(...argv: string[]) {
  const { code, out, err } = await hexarium(...argv, "--json")
  expect([code, err]).toEqual([0, ""])
  return JSON.parse(out)
}

const userinfo = (token: string, at = url) =>
  fetch(`${at}/api/v0/userinfo`, { headers: { authorization: `Bearer ${token}` } }).then((told) => told.json())

describe("world", () => {
  test("worlds are listed, forked, reset and deleted", async () => {
    expect((await hexarium("world")).out).toMatch(/^name +parent +items/)
    expect(await answer("world", "fork", "try")).toMatchObject({ name: "try", parent: "main" })
    expect((await answer("world", "list")).worlds.map(({ name }: { name: string }) => name)).toEqual(["main", "try"])
    const { hash } = await answer("world", "show", "try")
    await answer("clock", "advance", "1h", "--world", "try")
    expect((await answer("world", "show", "try")).hash).not.toBe(hash)
    expect(await answer("world", "reset", "try")).toMatchObject({ name: "try", hash })
    expect(await hexarium("world", "delete", "try")).toEqual({ code: 0, out: "deleted the world try\n", err: "" })
    expect(await hexarium("world", "show", "try")).toEqual({
      code: 1,
      out: "",
      err: 'hexarium: the world "try" does not exist\n',
    })
  })

  test("a snapshot is taken, gone back to and deleted", async () => {
    const { hash } = await answer("world", "fork", "moments")
    await answer("world", "snapshot", "before", "--world", "moments")
    await answer("clock", "advance", "1h", "--world", "moments")
    expect(await answer("world", "restore", "before", "--world", "moments")).toMatchObject({ hash })
    expect((await answer("world", "snapshots", "--url", `${url}/w/moments`)).snapshots).toMatchObject([
      { name: "before", hash },
    ])
    expect(await answer("world", "delete-snapshot", "before", "--world", "moments")).toBeNull()
  })
})

describe("clock", () => {
  test("it is shown and moved, with what fired", async () => {
    await answer("world", "fork", "later")
    const later = ["--world", "later"]
    expect((await hexarium("clock", ...later)).out).toBe("2026-01-05T09:00:00.000Z  frozen\n")
    expect(await answer("clock", "advance", "90m", ...later)).toEqual({
      now: "2026-01-05T10:30:00.000Z",
      mode: "frozen",
      fired: [],
    })
    expect(await answer("clock", "to", "2026-01-01T00:00:00Z", ...later)).toMatchObject({
      now: "2026-01-01T00:00:00.000Z",
    })
    expect(await answer("clock", "mode", "ticking", ...later)).toMatchObject({ mode: "ticking" })
    expect((await hexarium("clock", "schedule", ...later)).out).toBe("no events are scheduled\n")
  })

  test.each([
    [["clock", "mode", "frozn"], 2, /did you mean frozen\?/],
    [["clock", "advnace", "1h"], 2, /unknown command 'advnace'; did you mean advance\?/],
    [["clock", "advance", "soon"], 1, /advance/],
  ])("%s is reported in one line", async (argv, code, message) => {
    const told = await hexarium(...argv)
    expect([told.code, told.out]).toEqual([code, ""])
    expect(told.err).toMatch(message)
    expect(told.err).toMatch(/^hexarium: [^\n]*\n$/)
  })
})

describe("mails, faults, token and requests", () => {
  test("a mail is waited for, shown and deleted", async () => {
    const waiting = answer("mails", "wait", "--to", "ada@acme.test", "--timeout", "100")
    await fetch(`${url}/api/v0/users/password/forgot`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "ada@acme.test" }),
    })
    const { id, to, kind } = await waiting
    expect([to, kind]).toEqual(["ada@acme.test", "password"])
    expect((await hexarium("mails", "list", "--kind", "password")).out).toContain(id)
    expect((await hexarium("mails", "show", id)).out).toContain("To:      ada@acme.test\n")
    expect(await hexarium("mails", "delete", id)).toMatchObject({ code: 0, out: `deleted the mail ${id}\n` })
    expect((await hexarium("mails")).out).toBe("no matching mails\n")
    expect(await hexarium("mails", "wait", "--timeout", "0")).toEqual({
      code: 1,
      out: "",
      err: "hexarium: no matching mail arrived in the world main within 0 s\n",
    })
  })

  test("a fault is planned, used and deleted; a wrong name is reported with the right one", async () => {
    const { faults } = await answer("faults", "plan", "GetUserInfo", "--status", "503", "--times", "2")
    expect(faults).toMatchObject([{ operation: "GetUserInfo", status: 503, left: 2 }])
    expect(await userinfo("ada-token-1")).toMatchObject({ error_code: "SYSTEM_ERROR" })
    expect((await hexarium("faults")).out).toContain("1 of 2")
    expect((await answer("faults", "clear")).faults).toEqual([])
    const { code, err } = await hexarium("faults", "plan", "GetUserInf", "--status", "500")
    expect([code, err]).toEqual([1, expect.stringMatching(/GetUserInfo\b/)])
  })

  test("a fault is planned with conditions, headers and a rate limit", async () => {
    const limit = await answer("faults", "plan", "GetWorkspaces", "--rate", "2", "--by-user")
    expect(limit.faults).toMatchObject([{ status: 429, rate_limit: { requests: 2, per_ms: 60_000, by_user: true } }])
    const chosen = ["--user", "ada@acme.test", "--nth", "2", "--probability", "0.5", "--header", '{"Retry-After":"2"}']
    const { faults } = await answer(
      "faults",
      "plan",
      "CreateItem",
      "--status",
      "503",
      ...chosen,
      "--body-has",
      '{"a":1}',
    )
    expect(faults.at(-1)).toMatchObject({
      match: { user: "ada@acme.test", body: { a: 1 } },
      nth: 2,
      probability: 0.5,
      headers: { "Retry-After": "2" },
    })
    expect(await hexarium("faults", "plan", "CreateItem", "--probability", "2")).toMatchObject({ code: 2 })
    for (const flags of [["--by-user"], ["--per-ms", "1000"]]) {
      expect(await hexarium("faults", "plan", "CreateItem", "--status", "503", ...flags)).toMatchObject({
        code: 2,
        err: `hexarium: ${flags[0]} has no effect without --rate; add --rate <number>\n`,
      })
    }
    expect((await answer("faults", "clear")).faults).toEqual([])
  })

  test("a token acts as its user and stands alone in its line", async () => {
    const { code, out, err } = await hexarium("token", "ada@acme.test")
    expect([code, err]).toEqual([0, ""])
    expect(await userinfo(out.trimEnd())).toMatchObject({ email: "ada@acme.test" })
    expect(await hexarium("token", "bob@acme.test")).toMatchObject({ code: 1, out: "" })
  })

  test("requests are listed and shown with user and reason", async () => {
    await userinfo("nobody-has-this")
    const { out } = await hexarium("requests", "list", "--status", "401", "--limit", "1")
    expect(out).toMatch(/401 GET \/api\/v0\/userinfo {2}GetUserInfo {2}[\d.]+ ms\n {4}\S/)
    const { requests } = await answer("requests", "list", "--user", "ada@acme.test", "--limit", "1")
    expect((await hexarium("requests", "show", requests[0].id)).out).toContain('"email": "ada@acme.test"')
  })
})

describe("the running server", () => {
  test("is found by the note it wrote, which only its user may read and which holds no token", async () => {
    const notes = join(builtCommand.folder, "hexarium")
    const [name = ""] = (await readdir(notes)).filter((file) => file.endsWith(".json"))
    const note = join(notes, name)
    expect((await stat(note)).mode & 0o777).toBe(0o600)
    expect(await readFile(note, "utf8")).not.toContain("s3cret-token")
    const { code, out } = await builtCommand.run("status", "--json")
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      { running: true, ready: true, url, status: "ok", worlds: expect.any(Number) },
    ])
  })

  test("open hands its address to the browser", async () => {
    const browser = join(builtCommand.folder, "browser.sh")
    await writeFile(browser, '#!/bin/sh\necho "$1" > opened\n', { mode: 0o755 })
    const { ended } = builtCommand.begin(["open", "reference"], { BROWSER: browser })
    expect(await ended).toEqual({ code: 0, out: `${url}/docs\n`, err: "" })
    expect((await hexarium("open", "dashbord")).code).toBe(2)
  })

  test("wait ends when it is ready, stop when it has ended; then there is none", async () => {
    const other = await builtCommand.start("world.yaml")
    expect(await builtCommand.run("status")).toMatchObject({
      code: 2,
      err: expect.stringContaining(`several servers are running`),
    })
    expect(await builtCommand.run("wait", "--url", other.url)).toMatchObject({
      code: 0,
      out: `the server at ${other.url} is ready\n`,
    })
    expect(await builtCommand.run("stop", "--url", other.url)).toMatchObject({
      code: 0,
      out: `stopped the server at ${other.url}\n`,
    })
    expect((await other.ended).code).toBe(0)
    expect(await builtCommand.run("status", "--url", other.url)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`no server responds at ${other.url}`),
    })
    expect((await hexarium("wait", "--url", other.url, "--timeout", "0")).err).toMatch(
      /^hexarium: no server is ready after 0 s: no server/,
    )
  })

  test("the command suggests a known user for an unknown one", async () => {
    const { code, err } = await hexarium("token", "adda@acme.test", "--control-token", "s3cret-token")
    expect([code, err]).toEqual([1, 'hexarium: the world has no user "adda@acme.test"; did you mean ada@acme.test?\n'])
  })

  test("the command says where it looked if no server runs", async () => {
    const { code, err } = await hexarium("world", "list", "--url", "http://127.0.0.1:1")
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^hexarium: no server responds at http:\/\/127\.0\.0\.1:1;.*another URL with --url\n$/),
    ])
    expect(unreachableText("http://127.0.0.1:7575", true)).toMatch(
      /^none of your servers is running, and no server responds at http:\/\/127\.0\.0\.1:7575; /,
    )
  })

  test("a server of another user is not stopped, and a server that is not Hexarium is reported", async () => {
    const stranger = createServer((_, answer) => answer.end("<html>"))
    await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve))
    const at = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
    for (const argv of [["stop"], ["world", "list"]]) {
      expect(await hexarium(...argv, "--url", at)).toEqual({
        code: 1,
        out: "",
        err: `hexarium: the server at ${at} is not a Hexarium server\n`,
      })
    }
    stranger.close()
  })

  test("ready is answered by the control plane (control.md section 3, ready-route)", async () => {
    const answered = await fetch(`${url}/_hexarium/ready`)
    expect([answered.status, await answered.json()]).toEqual([200, { ready: true }])
  })
})
