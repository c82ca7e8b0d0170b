import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, test } from "vitest"

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url))

/** The program `script` of util-linux, which gives a program a terminal. */
const SCRIPT = "/usr/bin/script"
const ITEMS = 100_000

const FIXTURE = `version: 1
users: [{ email: ada@acme.test }]
workspaces:
  - name: Acme
    admins: [ada@acme.test]
    group: { group_id: ALL, name: All }
    applications:
      - application_id: DESK
        name: Desk
        roles: [{ role_id: MEMBER, name: Member, users: [ada@acme.test] }]
        datastores:
          - { datastore_id: Tickets, name: Tickets, fields: { Subject: { dataType: text } }, items_file: items.ndjson }
`

describe.runIf(existsSync(SCRIPT))("on a terminal", () => {
  let folder = ""
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "hexarium-terminal-"))
    await writeFile(join(folder, "world.yaml"), FIXTURE)
    const lines = Array.from({ length: ITEMS }, (_, at) => `{"key":"${at}","values":{"Subject":"Ticket ${at}"}}\n`)
    await writeFile(join(folder, "items.ndjson"), lines.join(""))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const run = (command: string, args: readonly string[], env: Record<string, string> = {}) =>
    promisify(execFile)(command, [...args], { cwd: folder, env: { ...process.env, HEXARIUM_CACHE: folder, ...env } })

  test("init asks questions, and writes nothing if the answers end early", async () => {
    const init = (file: string, typed: string) =>
      run("/bin/sh", ["-c", `printf '${typed}' | ${SCRIPT} -qc "${process.execPath} ${CLI} init ${file}" /dev/null`])
    const asked = await init("asked.yaml", "Hikari\\n\\nmina@hikari.example\\n")
    expect(asked.stdout).toMatch(/Name of the workspace \(Acme\): .*wrote asked\.yaml/s)
    expect(await readFile(join(folder, "asked.yaml"), "utf8")).toMatch(/mina@hikari\.example.*Hikari.*TASKS/s)
    const ended = await init("ended.yaml", "Hikari\\n\\004")
    expect(ended.stdout).toContain(" no file was written\r\n")
    expect(existsSync(join(folder, "ended.yaml"))).toBe(false)
  })

  const check = `${process.execPath} ${CLI} check world.yaml`

  test("the command shows the progress of work that takes longer than a second, in a line that disappears, and only on a terminal", async () => {
    const [onTerminal, inPipe] = await Promise.all([
      run(SCRIPT, ["-qec", check, "/dev/null"]),
      run(process.execPath, [CLI, "check", "world.yaml"]),
    ])
    const shown = onTerminal.stdout.replaceAll("\r\u001b[K", "<clear>")
    // The output shows a count, or on a fast machine only a duration.
    expect(shown).toMatch(/<clear>[^<]*(?:: [\d,]+ | … \d+ s )/)
    expect(shown).toMatch(/<clear>[^<]*no mistakes\r\n$/)
    expect([inPipe.stderr, inPipe.stdout]).toEqual(["", "world.yaml: no mistakes\n"])
  })
})
