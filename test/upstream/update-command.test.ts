import { existsSync } from "node:fs"
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { parse } from "yaml"
import { type RunningServer, startServer } from "../../emulator/node/index.ts"
import { runCommand } from "../cli/run-command.ts"
import { demoWorld } from "../contract/examples/demo.ts"

let source: string
let server: RunningServer
let folder: string
let file: string

const hexarium = (...argv: string[]) => runCommand(argv)

const update = (...argv: string[]) => hexarium("pull", "--update", file, "--token", "demo-mina", ...argv)

beforeAll(async () => {
  source = await mkdtemp(join(tmpdir(), "hexarium-"))
  server = await startServer({ world: await demoWorld(), port: 0 })
  await hexarium("pull", "--from", server.url, "--token", "demo-mina", "--items", "60", "-o", join(source, "my.yaml"))
})
afterAll(async () => {
  await server.close()
  await rm(source, { recursive: true, force: true })
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "hexarium-"))
  file = join(folder, "my.yaml")
  await cp(source, folder, { recursive: true })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function replaceIn(path: string, old: string, text: string) {
  const whole = await readFile(path, "utf8")
  expect(whole).toContain(old)
  await writeFile(path, whole.replace(old, text))
}

/** Makes the user's name an old one in the file and its base, as if it had changed upstream. */
async function makeOld() {
  await replaceIn(file, "username: Mina Sato", "username: Mina Ito")
  await replaceIn(join(folder, "my.base", "my.yaml"), "username: Mina Sato", "username: Mina Ito")
}

test("an update shows the changes with exit 2, and --write merges them with the options of the pull", async () => {
  expect(await update()).toMatchObject({ code: 0, out: `${file} has all upstream changes\n` })
  await makeOld()
  const before = await readFile(file, "utf8")
  const shown = `${file}: 1 upstream change, 0 conflicts
  ~ users[mina@hikari.example].username
      file     "Mina Ito"
      upstream "Mina Sato"
`
  const { code, out } = await update()
  expect([code, out]).toEqual([2, `${shown}nothing was written; merge the changes with --write\n`])
  expect(await readFile(file, "utf8")).toBe(before)
  expect(await update("--write")).toMatchObject({ code: 0, out: `${shown}wrote ${file}\n` })
  expect(await readFile(file, "utf8")).toBe(await readFile(join(source, "my.yaml"), "utf8"))
  expect((await readdir(folder)).toSorted()).toEqual((await readdir(source)).toSorted())
  expect(await hexarium("check", file)).toMatchObject({ code: 0 })
})

test("a conflict keeps the file's value, exits with 2, and is reported once", async () => {
  await makeOld()
  await replaceIn(file, "username: Mina Ito", "username: Mina Mori")
  const { code, out } = await update("--write")
  expect(code).toBe(2)
  expect(out).toContain(
    `${file}: 0 upstream changes, 1 conflict\n  ! users[mina@hikari.example].username  conflict: the file's value stays\n`,
  )
  expect(await readFile(file, "utf8")).toContain("username: Mina Mori")
  expect(await update("--write")).toMatchObject({ code: 0 })
})

test("an update without a base compares two ways and says so, keeps the file, and writes a base", async () => {
  await rm(join(folder, "my.base"), { recursive: true })
  await replaceIn(file, "username: Mina Sato", "username: Mina Mori")
  const before = await readFile(file, "utf8")
  expect(await update()).toMatchObject({ code: 2, err: expect.stringContaining("has no base that names it") })
  const options = ["--from", server.url, "--items", "60"]
  const { code, out } = await update(...options)
  expect([code, out]).toEqual([2, expect.stringContaining("has no base: which side changed is unknown")])
  expect(out).toContain('upstream "Mina Sato"')
  expect(await update(...options, "--write")).toMatchObject({
    code: 2,
    out: expect.stringContaining("it has a base now"),
  })
  expect(await readFile(file, "utf8")).toBe(before)
  expect(await update()).toMatchObject({ code: 0 })
})

test("no token is in any file", async () => {
  await update("--write")
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) expect(await readFile(join(entry.parentPath, entry.name), "utf8")).not.toContain("demo-mina")
  }
})

const ITEMS = join("my.items", "ORDERS.Orders.ndjson")

test.each([
  ["a missing file", () => rm(file), `/my.yaml does not exist`],
  ["broken YAML", () => writeFile(file, "users: [\n"), "my.yaml: the document is not valid YAML: "],
  ["another document", () => writeFile(file, "hello: true\n"), "is not a fixture: expected users and workspaces"],
  ["a broken line of items", () => replaceIn(join(folder, ITEMS), '{"i_id"', '{"i_id'), "line 1 of "],
  ["missing items", () => rm(join(folder, ITEMS)), `ORDERS.Orders.ndjson does not exist`],
  ["items elsewhere", () => replaceIn(file, ITEMS, "../other.ndjson"), "names a file outside its folder"],
  ["a broken base", () => writeFile(join(folder, "my.base", "pull.json"), "{"), "pull.json can't be used"],
  [
    "a merge key with a value that was removed upstream",
    async () => {
      const mina = "- email: mina@hikari.example"
      const jonas = "- email: jonas@hikari.example"
      await replaceIn(join(folder, "my.base", "my.yaml"), jonas, `${jonas}\n    password: same`)
      await replaceIn(file, mina, "- &mina\n    password: same\n    email: mina@hikari.example")
      await replaceIn(file, jonas, `${jonas}\n    <<: *mina`)
    },
    "write its values out",
  ],
])("%s gives one line, and changes nothing", async (_, damage, reason) => {
  await damage()
  const names = (await readdir(folder)).toSorted()
  const before = existsSync(file) ? await readFile(file, "utf8") : ""
  const { code, out, err } = await update("--write", "--from", server.url)
  expect([code, out]).toEqual([1, ""])
  expect(err.replace(/^hexarium: pulling with about [\d,]+ requests\n/, "")).toMatch(/^hexarium: [^\n]+\n$/)
  expect(err).toContain(reason)
  expect((await readdir(folder)).toSorted()).toEqual(names)
  expect(existsSync(file) ? await readFile(file, "utf8") : "").toBe(before)
})

test("aliases and merge keys of a value that changed keep the value that they had", async () => {
  await makeOld()
  await replaceIn(file, "- email: mina@hikari.example", "- &mina\n    email: mina@hikari.example")
  await replaceIn(file, "username: Mina Ito", "username: &name Mina Ito")
  await replaceIn(file, "username: Jonas Berg", "<<: *mina")
  await replaceIn(file, "username: Aiko Mori", "username: *name # as an alias")
  expect(await update("--write")).toMatchObject({ code: 0 })
  const text = await readFile(file, "utf8")
  expect(text).toContain("    username: Mina Sato")
  expect(text).toContain("    username: Mina Ito # as an alias")
  const { users } = parse(text, { merge: true })
  expect(users.slice(0, 3).map(({ username }: { username: string }) => username)).toEqual([
    "Mina Sato",
    "Mina Ito",
    "Mina Ito",
  ])
  expect(text).toContain("<<: *mina")
})

test("an expired token leaves nothing behind", async () => {
  const { code, err } = await hexarium("pull", "--update", file, "--token", "demo-nobody", "--write")
  expect([code, err]).toEqual([1, expect.stringContaining("unknown or has expired")])
  expect((await readdir(folder)).toSorted()).toEqual((await readdir(source)).toSorted())
})

test.each([
  [["--write", "--from", "http://127.0.0.1:1", "--token", "t"], "--write needs --update"],
  [["--update", "my.yaml", "-o", "other.yaml", "--token", "t"], "--update or -o, not both"],
])("pull %s is refused", async (argv, reason) => {
  expect(await hexarium("pull", ...argv)).toEqual({ code: 2, out: "", err: expect.stringContaining(reason) })
})
