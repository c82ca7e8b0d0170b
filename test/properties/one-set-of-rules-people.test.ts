import * as fc from "fast-check"
import { expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { checkInvariants, createWorld, dumpFixture, type Fixture, type World } from "../../src/index.ts"
import { apiClient } from "../conformance.ts"
import { byFixture, Disagreements, RUNS, SEED, summarizeAnswer, worldOf } from "./roads.ts"

/** Rules for addresses, names and user codes are the same in every operation and in fixtures. */

const EMAILS = [
  ...["new@acme.test", "New@Acme.TEST", "é@acme.test", "a@b", "cy@acme.test"],
  ...["bad", "a@b@c", "@acme.test", "a@", "a b@acme.test", " new@acme.test", "", `${"x".repeat(250)}@acme.test`],
]
const TEXTS = [
  "Name",
  "",
  " ",
  "\u3000",
  "x".repeat(300),
  "two\nlines",
  "two\r\nlines",
  "a\u2028b",
  "tab\t",
  "\ud800",
  "né",
]
const CODES = [...TEXTS, "taken", "TAKEN", "free"]

interface Person {
  readonly email: string
  readonly username?: string | undefined
  readonly userCode?: string | undefined
}

/** Ada, Bob, and Cy, who has a user code. */
const base = (person?: Person): Fixture => {
  const fixture = worldOf({}) as Fixture
  const { email, username, userCode } = person ?? { email: "" }
  const added = person && {
    email,
    token: "new-token",
    ...(username === undefined ? {} : { username }),
    ...(userCode === undefined ? {} : { user_code: userCode }),
  }
  const cy = { email: "cy@acme.test", user_code: "taken", token: "cy-token" }
  const [workspace] = fixture.workspaces
  const reference = (one: { email: string; user_code?: string }) =>
    one.user_code === undefined || one.user_code === "" ? one.email : `${one.email}#${one.user_code}`
  const members = [cy, ...(added ? [added] : [])].map(reference)
  return {
    ...fixture,
    users: [...(fixture.users ?? []), cy, ...(added ? [added] : [])],
    workspaces: [
      {
        ...workspace,
        group: { ...workspace?.group, members: [...(workspace?.group.members ?? []), ...members] },
      } as never,
    ],
  }
}

const userOf = (world: World, email: string) =>
  world
    .view()
    .table("users")
    .toArray()
    .find((user) => user.email === email)

async function isSound(world: World): Promise<void> {
  await checkInvariants(world)
  const again = await byFixture(dumpFixture(world))
  expect(again.answer, "its export is refused").toBe("accepted")
}

const HEADER = "Email,UserName,Password,GroupDisplayIDs,RoleDisplayIDs,IsDelete"
const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`

type Answer = { readonly status: number; readonly body: unknown }
type Road = (api: ReturnType<typeof apiClient>, person: Person, world: World) => Promise<Answer> | undefined

/** Ways to add a person. Undefined if a way can't express the person. */
const ROADS: Readonly<Record<string, Road>> = {
  addUser: (api, { email, username, userCode }, world) =>
    // This way treats an empty name as absent.
    username === ""
      ? undefined
      : api.addUser({ body: { email, g_id: topOf(world), username, user_code: userCode } as never }),
  userImport: (api, { email, username, userCode }, world) => {
    // Cells of a CSV file can't be empty strings, and lose surrounding blanks.
    if (
      userCode !== undefined ||
      username === "" ||
      [email, username].some((text) => text !== text?.trim() || text?.includes("\ud800"))
    )
      return undefined
    const csv = `${HEADER}\n${cell(email)},${cell(username ?? "")},,,,\n`
    return api.userImport({
      form: {
        current_workspace_id: world.view().table("workspaces").toArray()[0]?.wId ?? "",
        filename: "users.csv",
        file: new File([csv], "users.csv", { type: "text/csv" }),
      },
    })
  },
}

const topOf = (world: World): string => world.view().table("workspaces").toArray()[0]?.topGId ?? ""

const people = fc.record({
  email: fc.constantFrom(...EMAILS),
  username: fc.option(fc.constantFrom(...TEXTS), { nil: undefined }),
  userCode: fc.option(fc.constantFrom(...CODES), { nil: undefined }),
})

test("a new person: AddUser, UserImport and fixture", async () => {
  const empty = await createWorld({ fixture: base() })
  const found = new Disagreements()
  await fc.assert(
    fc.asyncProperty(people, async (person) => {
      // The person is already a member, whom operations leave unchanged.
      if (person.email === "cy@acme.test" && [undefined, "", "taken"].includes(person.userCode)) return
      const { world, answer } = await byFixture(base(person))
      const answers: Record<string, string> = { fixture: answer }
      if (world !== null) await isSound(world)
      for (const [name, send] of Object.entries(ROADS)) {
        const fork = empty.fork()
        const sent = await send(apiClient(createApp({ world: fork }), "ada-token"), person, fork)
        if (sent === undefined) continue
        answers[name] = summarizeAnswer(sent)
        if (sent.status === 200) await isSound(fork)
      }
      found.note(JSON.stringify(person), null, answers)
    }),
    { numRuns: RUNS * 4, seed: SEED },
  )
  expect(String(found)).toBe("")
})

test("a person who is there: UpdateUserInfo, UpdateUsersInGroupByAdmin and fixture", async () => {
  const start = { email: "new@acme.test", username: "New" }
  const empty = await createWorld({ fixture: base(start) })
  const found = new Disagreements()
  const ofBob = { username: undefined, userCode: undefined }
  const changes = fc.oneof(
    fc.constantFrom(...TEXTS).map((username) => ({ ...ofBob, username })),
    fc.constantFrom(...CODES).map((userCode) => ({ ...ofBob, userCode })),
  )
  await fc.assert(
    fc.asyncProperty(changes, async ({ username, userCode }) => {
      const { answer } = await byFixture(base({ ...start, username: username ?? start.username, userCode }))
      const [one, other] = [empty.fork(), empty.fork()]
      const uId = userOf(empty, start.email)?.uId ?? ""
      const own = await apiClient(createApp({ world: one }), "new-token").updateUserInfo({
        body: { username, user_code: userCode } as never,
      })
      const byAdmin = await apiClient(createApp({ world: other }), "ada-token").updateUsersInGroupByAdmin({
        params: { "parent-group-id": topOf(other) },
        body: { members: [{ user_id: uId, values: { user_name: username, user_code: userCode } }] } as never,
      })
      found.note(JSON.stringify({ username, userCode }), null, {
        fixture: answer,
        updateUserInfo: summarizeAnswer(own),
        updateUsersInGroupByAdmin: summarizeAnswer(byAdmin),
      })
      for (const world of [one, other]) await isSound(world)
    }),
    { numRuns: RUNS, seed: SEED },
  )
  expect(String(found)).toBe("")
})
