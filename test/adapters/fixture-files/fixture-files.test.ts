import { execFileSync } from "node:child_process"
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { createWorldFromFiles, readFixtureFiles } from "../../../emulator/adapters/index.ts"
import { FixtureError } from "../../../src/fixtures/index.ts"
import { findUserByReference } from "../../../src/people/index.ts"
import { itemsTable } from "../../../src/state/index.ts"
import { engineOf, type World } from "../../../src/world/index.ts"

let folder = ""

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "fixture-files-"))
})

afterEach(() => rm(folder, { recursive: true }))

const at = (name: string) => join(folder, name)

async function write(files: Record<string, string | Uint8Array>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(at(name), ".."), { recursive: true })
    await writeFile(at(name), content)
  }
}

/** Lines that a load of the files prints, without the folder's path. */
async function linesOf(...names: string[]): Promise<string[]> {
  try {
    await createWorldFromFiles(names.map(at))
  } catch (error) {
    if (error instanceof FixtureError) return error.message.replaceAll(`${folder}/`, "").split("\n")
    throw error
  }
  return []
}

const WORKSPACE = `
  - name: W
    admins: [ada@x.test]
    group: { group_id: TOP, name: Top }
    applications:
      - application_id: APP
        name: App
        datastores:
          - datastore_id: DS
            name: Store
            fields: { Name: { dataType: text, unique: true }, No: { dataType: autonum }, File: { dataType: file } }
`
const USERS = "users: [{ email: ada@x.test, token: t }]"
const WHOLE_FIXTURE = `version: 1\nclock: { now: "2026-01-05T09:00:00Z" }\n${USERS}\nworkspaces:${WORKSPACE}`
/** The fixture with one more line in its datastore. */
const withLine = (line: string) => `${WHOLE_FIXTURE}            ${line}\n`

const itemsOf = (world: World) => {
  const [datastore] = world.view().table("datastores").toArray()
  return world
    .view()
    .table(itemsTable(datastore?.dId ?? ""))
    .toArray()
}

describe("reading one file", () => {
  test("YAML and JSON say the same", async () => {
    await write({ "a.yaml": `# a comment\n${WHOLE_FIXTURE}` })
    const yaml = await createWorldFromFiles([at("a.yaml")])
    const { fixture } = await readFixtureFiles([at("a.yaml")])
    await write({
      "a.json": `\ufeff${JSON.stringify(fixture)}`,
      "no-extension": JSON.stringify(fixture),
      yaml: WHOLE_FIXTURE,
    })
    for (const name of ["a.json", "no-extension", "yaml"]) {
      expect((await createWorldFromFiles([at(name)])).hash()).toBe(yaml.hash())
    }
  })

  test("anchors and merge keys of YAML save typing", async () => {
    const people = "users: [&ada { email: ada@x.test, additional_info: { a: 1 } }, { <<: *ada, email: bob@x.test }]"
    await write({ "a.yaml": WHOLE_FIXTURE.replace(USERS, people) })
    const world = await createWorldFromFiles([at("a.yaml")])
    expect(findUserByReference(world.view(), "bob@x.test")?.additionalInfo).toEqual({ a: 1 })
  })

  test("each alias is looked for once, however many there are", async () => {
    const count = 100_000
    const list = (one: (at: number) => string) => Array.from({ length: count }, (_, at) => one(at)).join(",")
    const info = `additional_info: { a: [${list((at) => `&a${at} ${at}`)}], b: [${list((at) => `*a${at}`)}] }`
    await write({ "a.yaml": WHOLE_FIXTURE.replace(USERS, `users: [{ email: ada@x.test, ${info} }]`) })
    const began = process.cpuUsage()
    const { fixture } = await readFixtureFiles([at("a.yaml")])
    const { user, system } = process.cpuUsage(began)
    const numbers = Array.from({ length: count }, (_, value) => value)
    expect(fixture.users[0]?.additional_info).toEqual({ a: numbers, b: numbers })
    // Searching the whole list for each element would take minutes.
    expect((user + system) / 1000).toBeLessThan(15_000)
  })

  test("options go before the file", async () => {
    await write({ "a.yaml": WHOLE_FIXTURE })
    const world = await createWorldFromFiles([at("a.yaml")], { clock: { now: "2030-01-01T00:00:00Z" }, seed: 5 })
    expect([world.now, world.state.scalars.seed]).toEqual(["2030-01-01T00:00:00.000Z", 5])
  })

  test("the reader looks for named files beside the fixture", async () => {
    await write({
      "deep/a.yaml":
        `${withLine("items_file: ../items.ndjson")}            actions: { Make: { crud_type: "1", pre_script: { file: make.js } } }\n`.replace(
          "token: t",
          "token: t, profile_pic: ada.png",
        ),
      "items.ndjson":
        '{"values":{"Name":"one","File":"one.txt"}}\r\n\n{"values":{"Name":"two","File":{"file":"one.txt","name":"two.txt"}}}',
      "deep/make.js": "function main() {}\n",
      "deep/ada.png": Uint8Array.of(1, 2, 3),
      "deep/one.txt": "Grüße",
    })
    const { fixture, sources, files } = await readFixtureFiles([at("deep/a.yaml")], { allowFiles: [folder] })
    expect(fixture.version).toBe(1)
    const world = await createWorldFromFiles([at("deep/a.yaml")], { allowFiles: [folder] })
    const view = world.view()
    expect(view.table("datastores").toArray()[0]?.actions[0]?.preScript?.code).toBe("function main() {}\n")
    const { picture } = findUserByReference(view, "ada@x.test") ?? {}
    expect([picture?.contentType, engineOf(world).ports.blobs.get(picture?.blob ?? "")]).toEqual([
      "image/png",
      Uint8Array.of(1, 2, 3),
    ])
    expect(itemsOf(world)).toHaveLength(2)
    const stored = view.table("files").toArray()
    expect(stored.map(({ name, contentType, size }) => [name, contentType, size])).toEqual([
      ["one.txt", "text/plain", 7],
      ["two.txt", "text/plain", 7],
    ])
    for await (const _ of sources.items("../items.ndjson", ["workspaces", 0])) break
    expect([...files]).toEqual([at("deep/a.yaml"), at("items.ndjson")])
  })

  test("a folder of allowFiles that is missing, or is a file, is refused", async () => {
    await write({ "a.yaml": withLine("items: []"), "file.txt": "x" })
    const read = (...allowFiles: string[]) => readFixtureFiles([at("a.yaml")], { allowFiles })
    await expect(read(folder, at("none"))).rejects.toThrow(
      `allowFiles: expected a folder, found nothing: ${at("none")}`,
    )
    await expect(read(at("file.txt"))).rejects.toThrow(`allowFiles: expected a folder, found a file: ${at("file.txt")}`)
    const world = createWorldFromFiles([at("a.yaml")], { allowFiles: [at("none")] })
    await expect(world).rejects.toThrow("expected a folder, found nothing")
  })

  test("an items file is read like items: in order, with keys and links, after those of the fixture", async () => {
    await write({
      "a.yaml": `${withLine("items_file: items.ndjson")}            items: [{ key: a, values: { Name: a }, links: ["@b"] }]\n`,
      "items.ndjson": '{"key":"b","values":{"Name":"b"},"links":["DS@c"]}\n{"key":"c","values":{"Name":"c"}}\n',
    })
    const world = await createWorldFromFiles([at("a.yaml")])
    const { fields } = world.view().table("datastores").toArray()[0] ?? {}
    const stored = (name: string) =>
      itemsOf(world).map((item) => item.values[fields?.find(({ displayId }) => displayId === name)?.fId as never])
    expect(stored("Name")).toEqual(["a", "b", "c"])
    expect(stored("No")).toEqual(["1", "2", "3"])
    expect(world.view().table("links").size).toBe(2)
  })
})

describe("what is wrong with a file is told in one line, with the file", () => {
  const CASES: Record<string, { files?: Record<string, string | Uint8Array>; line: RegExp }> = {
    "no such file": { line: /^a\.yaml: the file does not exist$/ },
    "an empty file": { files: { "a.yaml": "\n" }, line: /^a\.yaml: the file is empty$/ },
    "truncated YAML": {
      files: { "a.yaml": WHOLE_FIXTURE.slice(0, WHOLE_FIXTURE.indexOf("name: App") + 3) },
      line: /^a\.yaml: the document is not valid YAML: .* \(line \d+\)$/,
    },
    "a key twice": {
      files: { "a.yaml": "version: 1\nversion: 1\n" },
      line: /^a\.yaml: the document is not valid YAML: Map keys must be unique \(line 2\)$/,
    },
    "invalid UTF-8": {
      files: { "a.yaml": Uint8Array.of(0x76, 0xff) },
      line: /^a\.yaml: expected UTF-8 text, .*save the file as UTF-8$/,
    },
    "a list": { files: { "a.yaml": "[1]" }, line: /^a\.yaml: expected a fixture/ },
    "a wrong version": {
      files: { "a.yaml": WHOLE_FIXTURE.replace("version: 1", "version: 2") },
      line: /^a\.yaml: version: expected 1$/,
    },
    "an alias bomb": {
      files: {
        "a.yaml": `a: &a [x]\n${[..."bcdefghij"].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghij"[index]}`)}]`).join("\n")}`,
      },
      line: /^a\.yaml: the document is not valid YAML: Excessive alias count/,
    },
    "a list in itself": {
      files: { "a.yaml": "version: 1\nusers: []\nworkspaces: &all [*all]\n" },
      line: /^a\.yaml: the document is nested too deeply or contains itself$/,
    },
    "YAML nested without end": {
      files: { "a.yaml": `version: 1\nusers: ${"[".repeat(20_000)}` },
      line: /^a\.yaml: the document is nested too deeply or contains itself$/,
    },
    "YAML nested deeply": {
      files: { "a.yaml": `version: 1\nusers: ${"[".repeat(5000)}${"]".repeat(5000)}` },
      line: /^a\.yaml: the document is nested too deeply or contains itself$/,
    },
    "JSON nested deeply": {
      files: { "a.yaml": `{"users":${"[".repeat(100_000)}${"]".repeat(100_000)}}`.replace("{", '{"version":1,') },
      line: /^a\.yaml: the document is nested too deeply or contains itself$/,
    },
    "aliases of something large": {
      files: { "a.yaml": `version: 1\nusers: &a [${"1,".repeat(3000)}1]\nworkspaces: [${"*a,".repeat(9000)}1]` },
      line: /^a\.yaml: the document has more than 20000000 values, counting each alias$/,
    },
    "an items file that never ends": {
      files: { "a.yaml": withLine("items_file: /dev/zero") },
      line: /items_file: (?:expected a regular file: \/dev\/zero|the file is outside the fixture's folder: \/dev\/zero; .*)$/,
    },
    "a file outside of the fixture's folder": {
      files: { "a.yaml": WHOLE_FIXTURE.replace("token: t", "token: t, profile_pic: /etc/hostname") },
      line: /^a\.yaml: users\[0\]\.profile_pic: the file is outside the fixture's folder: \/etc\/hostname; allow its folder with --allow-files$/,
    },
    "a missing items file": {
      files: { "a.yaml": withLine("items_file: none.ndjson") },
      line: /^a\.yaml: workspaces\[0\]\.applications\[0\]\.datastores\[0\]\.items_file: the file does not exist: none\.ndjson$/,
    },
    "an items file that is a folder": {
      files: { "a.yaml": withLine("items_file: sub"), "sub/x": "" },
      line: /items_file: expected a file, found a directory: sub$/,
    },
    "a line that is no JSON": {
      files: {
        "a.yaml": withLine("items_file: i.ndjson"),
        "i.ndjson": '{"values":{}}\n\n{"values":{}\n{"values":{}}\n',
      },
      line: /datastores\[0\]\.items_file: i\.ndjson line 3: the line is not valid JSON: /,
    },
    "a line that is no item": {
      files: { "a.yaml": withLine("items_file: i.ndjson"), "i.ndjson": '{"values":{}}\n{"valeus":{}, "values": {}}\n' },
      line: /items_file: i\.ndjson line 2: valeus: unknown property$/,
    },
    "a value in a line": {
      files: {
        "a.yaml": withLine("items_file: i.ndjson"),
        "i.ndjson": '{"values":{"Name":"a"}}\n{"values":{"Name":"a"}}\n',
      },
      line: /items_file: i\.ndjson line 2: values\.Name: value is not unique$/,
    },
    "a missing picture": {
      files: { "a.yaml": WHOLE_FIXTURE.replace("token: t", "token: t, profile_pic: none.png") },
      line: /^a\.yaml: users\[0\]\.profile_pic: the file does not exist: none\.png$/,
    },
  }

  test.each(Object.entries(CASES))("%s", async (_, { files = {}, line }) => {
    await write(files)
    const lines = await linesOf("a.yaml")
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(line)
  })

  test("truncated JSON, with the line where it ends", async () => {
    await write({ "a.json": '{\n "version": 1,\n "users": [' })
    expect(await linesOf("a.json")).toEqual([
      expect.stringMatching(/^a\.json: the document is not valid JSON: .*\(line 3\)$/),
    ])
  })

  test("the reader lists the first hundred mistakes of an items file one by one, and counts the rest", async () => {
    await write({ "a.yaml": withLine("items_file: i.ndjson"), "i.ndjson": "{\n".repeat(250) })
    const lines = await linesOf("a.yaml")
    expect(lines).toHaveLength(101)
    expect(lines[100]).toMatch(/items_file: and 150 more mistakes/)
  })
})

describe("files that a fixture names (fixtures.md)", () => {
  const picture = (path: string) => WHOLE_FIXTURE.replace("token: t", `token: t, profile_pic: ${path}`)

  test("the reader accepts files of the fixture's folder and of allowed folders, also behind links", async () => {
    await write({ "out/p.png": "x", "in/sub/p.png": "x", "near/p.png": "x" })
    await symlink(at("out/p.png"), at("in/link.png"))
    await symlink(at("out"), at("in/folder"))
    const load = (path: string, ...allowFiles: string[]) =>
      writeFile(at("in/a.yaml"), picture(path))
        .then(() => createWorldFromFiles([at("in/a.yaml")], { allowFiles }))
        .then(
          () => "loaded",
          (error: Error) => /outside|no such/.exec(error.message)?.[0] ?? error.message,
        )
    for (const path of ["sub/p.png", "./sub/../sub/p.png", "../in/sub/p.png"])
      expect([path, await load(path)]).toEqual([path, "loaded"])
    const outside = [
      "../out/p.png",
      at("out/p.png"),
      "link.png",
      "folder/p.png",
      "..",
      "../in/../out/p.png",
      "../out/none.png",
    ]
    for (const path of outside) expect([path, await load(path)]).toEqual([path, "outside"])
    for (const path of ["../out/p.png", "link.png", "folder/p.png"]) {
      expect([path, await load(path, at("near"), at("out"))]).toEqual([path, "loaded"])
    }
    expect(await load("../outer/p.png", at("out"))).toBe("outside")
  })

  test("the reader accepts regular files alone, and does not wait for devices and pipes", async () => {
    execFileSync("mkfifo", [at("pipe")])
    for (const file of ["/dev/zero", at("pipe")]) {
      await expect(readFixtureFiles([file])).rejects.toThrow(`${file}: expected a regular file`)
      await write({ "a.yaml": withLine(`items_file: ${file}`) })
      await expect(createWorldFromFiles([at("a.yaml")], { allowFiles: ["/dev"] })).rejects.toThrow(
        "expected a regular file",
      )
      await write({ "a.yaml": picture(file) })
      await expect(createWorldFromFiles([at("a.yaml")], { allowFiles: ["/dev"] })).rejects.toThrow(
        "expected a regular file",
      )
    }
  })
})

describe("several files make one fixture", () => {
  test("users, workspaces and mail templates are put together, each with the files beside it", async () => {
    await write({
      "a.yaml": `version: 1\n${USERS}\nclock: { now: "2026-01-05T09:00:00Z" }\nsettings: { lang: ja }`,
      "b/b.yaml": `version: 1\nusers: [{ email: bob@x.test, profile_pic: p.svg }]\nworkspaces:${WORKSPACE}            items_file: i.ndjson\n`,
      "b/i.ndjson": '{"values":{"Name":"x"}}',
      "b/p.svg": "<svg/>",
      "c.json": JSON.stringify({
        version: 1,
        settings: { token_ttl_hours: 2 },
        mail_templates: [{ id: "t", kind: "email", subject: "s", text: "t" }],
      }),
    })
    const world = await createWorldFromFiles([at("a.yaml"), at("b/b.yaml"), at("c.json")])
    expect(itemsOf(world)).toHaveLength(1)
    expect(world.state.scalars.settings).toMatchObject({ lang: "ja", tokenTtlHours: 2 })
    expect(world.view().table("mailTemplates").size).toBe(1)
  })

  test("the loader reports an entry of two files as a mistake of the second file", async () => {
    await write({
      "a.yaml": `version: 1\nseed: 1\nclock: { now: "2026-01-05T09:00:00Z" }\n${USERS}\nsettings: { lang: ja }`,
      "b.yaml": 'version: 1\nseed: 1\nclock: { now: "2026-01-06T09:00:00Z", mode: frozen }\nsettings: { lang: ja }',
    })
    expect(await linesOf("a.yaml", "b.yaml")).toEqual([
      "b.yaml: seed: the file a.yaml also defines this property; remove it from one of the files",
      "b.yaml: clock.now: the file a.yaml also defines this property; remove it from one of the files",
      "b.yaml: settings.lang: the file a.yaml also defines this property; remove it from one of the files",
    ])
  })

  test("every file has its version, and all have the same", async () => {
    await write({ "a.yaml": `version: 1\n${USERS}`, "b.yaml": "workspaces: []", "c.yaml": "version: 2" })
    expect(await linesOf("a.yaml", "b.yaml", "c.yaml")).toEqual([
      "b.yaml: version: required",
      "c.yaml: version: expected 1",
    ])
  })

  test("a mistake is reported with its own file, at the place it has there", async () => {
    await write({
      "a.yaml": `version: 1\n${USERS}\nworkspaces:${WORKSPACE}`,
      "b.yaml": `version: 1\nuser: 1\nusers: [{ email: bob@x.test }, { email: ada@x.test }]\nworkspaces:\n  - { name: V, admins: [x], group: { group_id: T } }`,
    })
    expect(await linesOf("a.yaml", "b.yaml")).toEqual([
      "b.yaml: workspaces[0].group.name: required",
      "b.yaml: user: unknown property",
      "b.yaml: users[1].email: a.yaml: users[0] has the same address; give each user another user_code",
      "b.yaml: workspaces[0].admins[0]: unknown user: x",
    ])
  })

  test("the loader reports all other mistakes beside files that do not fit together", async () => {
    await write({
      "a.yaml": `version: 2\nseed: 1\nclock: 5\n${USERS}\nworkspaces:${WORKSPACE}            item: []\n`,
      "b.yaml": `version: 1\nseed: 2\nclock: { now: never }\nusers: {}\nworkspaces:\n  - { name: V, admins: [nobody], group: { group_id: T } }`,
      "c.yaml": "version: 1\nusers: [{ email: bob@x.test, tokn: t }]\nsettings: []",
    })
    expect(await linesOf("a.yaml", "b.yaml", "c.yaml")).toEqual([
      "a.yaml: version: expected 1",
      "a.yaml: clock: expected an object",
      "b.yaml: seed: the file a.yaml also defines this property; remove it from one of the files",
      "b.yaml: users: expected an array",
      "c.yaml: settings: expected an object",
      "c.yaml: users[0].tokn: unknown property",
      "a.yaml: workspaces[0].applications[0].datastores[0].item: unknown property",
      "b.yaml: workspaces[0].group.name: required",
      'b.yaml: clock.now: expected an ISO 8601 instant, received "never"',
      "b.yaml: workspaces[0].admins[0]: unknown user: nobody",
    ])
  })

  test("a file that can't be read hides no mistake of form, and its users are not missed", async () => {
    await write({
      "a.yaml": "users: [",
      "b.yaml": `version: 1\nseed: x\nworkspaces:${WORKSPACE}            feilds: {}\n`,
      "c.yaml": "version: 1\nseed: 1",
    })
    expect(await linesOf("a.yaml", "b.yaml", "c.yaml")).toEqual([
      expect.stringMatching(/^a\.yaml: the document is not valid YAML/),
      "c.yaml: seed: the file b.yaml also defines this property; remove it from one of the files",
      "b.yaml: seed: expected a number",
      "b.yaml: workspaces[0].applications[0].datastores[0].feilds: unknown property",
    ])
  })

  test("every file that can't be read is reported", async () => {
    await write({ "b.yaml": "{" })
    expect(await linesOf("a.yaml", "b.yaml", "c.yaml")).toEqual([
      "a.yaml: the file does not exist",
      expect.stringMatching(/^b\.yaml: the document is not valid YAML/),
      "c.yaml: the file does not exist",
    ])
  })
})
