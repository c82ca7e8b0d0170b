import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { parse } from "yaml"
import { createWorldFromFiles } from "../../emulator/adapters/index.ts"
import { createClient } from "../../emulator/client/index.ts"
import { createApp } from "../../emulator/index.ts"
import { type PullOptions, pullFixture, pullToFiles } from "../../emulator/upstream/index.ts"
import { createWorld, type World } from "../../src/world/index.ts"
import { tokenOf } from "./read-side.ts"

const picture = (type: string, text: string) => `data:${type};base64,${Buffer.from(text).toString("base64")}`
const EMAILS = ["ada@a.test", "ben@a.test", "cho@a.test", "dee@a.test"]
const PICTURES = [picture("image/png", "P1"), picture("image/png", "P1"), picture("image/svg+xml", "<svg/>"), undefined]

let folder: string
let world: World
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hexarium-"))
  world = await createWorld({
    fixture: {
      version: 1,
      users: EMAILS.map((email, at) => ({ email, profile_pic: PICTURES[at] })),
      workspaces: [{ name: "W", admins: ["ada@a.test"], group: { group_id: "G", name: "G", members: EMAILS } }],
    } as never,
  })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function optionsFor(more: Partial<PullOptions>): Promise<PullOptions> {
  const app = createApp({ world })
  const token = await tokenOf(app, "ada@a.test")
  return { baseUrl: "http://hexarium", token, fetch: async (request) => app.fetch(request), ...more }
}

/** The picture that each user of a world shows, by address. */
async function shownPictures(of: World): Promise<unknown[]> {
  const app = createApp({ world: of })
  const api = createClient({ app, token: await tokenOf(app, "ada@a.test") })
  const { result } = await api.getGroupTree()
  const { members } = await api.getUsersInGroup({
    params: { "group-id": result[0]?.id ?? "" },
    query: { recursive: true },
  })
  return Promise.all(
    members.map(async ({ email, u_id: uId }) => {
      const { contentType, bytes } = await api.getUserProfilePicture({ params: { "user-id": uId } })
      return [email, contentType, Buffer.from(bytes).toString("base64")]
    }),
  )
}

test("pull with files reads profile pictures, and none for users with the default picture", async () => {
  const { fixture, missing } = await pullFixture(await optionsFor({ files: true }))
  expect(fixture.users.map(({ profile_pic: pic }) => pic)).toEqual(PICTURES)
  expect(await shownPictures(await createWorld({ fixture }))).toEqual(await shownPictures(world))
  expect(missing.join("\n")).not.toContain("picture")
})

test.each<Partial<PullOptions>>([{}, { files: true, anonymise: true }, { files: true, users: "placeholder" }])(
  "pull with %j leaves out profile pictures, and says so",
  async (options) => {
    const { fixture, missing } = await pullFixture(await optionsFor(options))
    expect(fixture.users.flatMap(({ profile_pic: pic }) => pic ?? [])).toEqual([])
    expect(missing).toContainEqual(expect.stringContaining("profile pictures"))
  },
)

test("a pulled file has each picture once, beside it", async () => {
  const file = join(folder, "my.yaml")
  const { missing } = await pullToFiles(file, await optionsFor({ files: true }))
  const text = await readFile(file, "utf8")
  const paths = (parse(text) as { users: { profile_pic?: string }[] }).users
  expect(new Set(paths.flatMap(({ profile_pic: pic }) => pic ?? [])).size).toBe(2)
  expect((await readdir(join(folder, "my.files"))).map((name) => name.replace(/^.*\./, "")).sort()).toEqual([
    "png",
    "svg",
  ])
  expect(await shownPictures(await createWorldFromFiles([file]))).toEqual(await shownPictures(world))
  for (const part of missing) expect(text).toContain(part)
})

test("a picture in a format that fixtures can't contain is left out, and listed", async () => {
  const options = await optionsFor({ files: true })
  const { fixture, missing } = await pullFixture({
    ...options,
    fetch: async (request) =>
      request.url.includes("/profilepic/")
        ? new Response("x", { headers: { "content-type": "application/x-unknown" } })
        : (options.fetch as (request: Request) => Promise<Response>)(request),
  })
  expect(fixture.users.flatMap(({ profile_pic: pic }) => pic ?? [])).toEqual([])
  expect(missing).toContainEqual(expect.stringContaining("profile pictures that a fixture can't contain"))
})
