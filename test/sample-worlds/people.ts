import { expect } from "vitest"
import { createApp } from "../../emulator/index.ts"
import type { Fixture } from "../../src/fixtures/index.ts"
import { type CreateWorld, createEngineWorld, type EngineWorld, type World } from "../../src/world/index.ts"
import { type Answered, type ApiClient, apiClient } from "../conformance.ts"

/**
 * Workspace Acme: Ada administers it. Its top group contains Sales (admin Dave) and Support; Sales contains Tokyo (member Carol) and Osaka.
 * Everybody has MEMBER of the application CRM through the top group, and Ada has ADMIN. The application Shop has a role CLERK. Erin is in
 * Acme and Globex; Olga administers Globex. Two users share shared@acme.test. Xena is a workspace-only user of Acme. Pat was added and has
 * no password. The workspace Strict has every password rule enabled; Sam administers it, and Sid is a member.
 */
export const peopleFixture: Fixture = {
  version: 1,
  clock: { mode: "frozen", now: "2026-01-05T09:00:00Z" },
  seed: 7,
  settings: { app_url: "https://app.example.test" },
  mail_templates: [
    { id: "T-REG", kind: "registration", subject: "Welcome {{username}}", text: "Hi {{username}}, go to {{link}}" },
    {
      id: "T-INV",
      kind: "invitation",
      subject: "Join {{workspace}}",
      text: "Join: {{link}}",
      html: '<p>{{username}} <a href="{{link}}">join</a></p>',
    },
    { id: "T-PW", kind: "password", subject: "Reset", text: "Reset {{confirmation_id}} {{unknown}}" },
    { id: "T-MAIL", kind: "email", subject: "Address", text: "{{email}}" },
    {
      id: "T-DONE",
      kind: "completion",
      subject: "Done {{plan.name}}",
      text: "{{username}}: {{plan.name}} {{count}}",
      html: "<b>{{plan.name}}</b>",
    },
  ],
  users: [
    { email: "ada@acme.test", username: "Ada", password: "ada-pass", token: "ada-token" },
    { email: "bob@acme.test", username: "Bob", password: "bob-pass", token: "bob-token", user_code: "B-1" },
    { email: "carol@acme.test", username: "Carol", password: "carol-pass", token: "carol-token" },
    { email: "dave@acme.test", username: "Dave", password: "dave-pass", token: "dave-token" },
    { email: "erin@both.test", username: "Erin", password: "erin-pass", token: "erin-token" },
    { email: "olga@globex.test", username: "Olga", password: "olga-pass", token: "olga-token", user_code: "O-1" },
    { email: "shared@acme.test", username: "Shared", password: "shared-pass" },
    { email: "shared@acme.test", username: "Shared Two", user_code: "S-2", password: "shared-two-pass" },
    {
      email: "xena@acme.test",
      username: "Xena",
      password: "xena-pass",
      token: "xena-token",
      exclusive_workspace: "Acme",
    },
    { email: "pat@acme.test", username: "Pat" },
    { email: "sam@strict.test", username: "Sam", password: "Sam-pass-1", token: "sam-token" },
    { email: "sid@strict.test", username: "Sid", password: "Sid-pass-1", token: "sid-token" },
  ],
  workspaces: [
    {
      name: "Acme",
      admins: ["ada@acme.test"],
      group: {
        group_id: "ACME",
        name: "Acme",
        members: ["ada@acme.test", "bob@acme.test", "erin@both.test", "xena@acme.test"],
        roles: [{ application_id: "CRM", role_id: "MEMBER" }],
        groups: [
          {
            group_id: "SALES",
            name: "Sales",
            admins: ["dave@acme.test"],
            roles: [{ application_id: "CRM", role_id: "SELLER" }],
            groups: [
              { group_id: "TOKYO", name: "Tokyo", members: ["carol@acme.test", "shared@acme.test"] },
              { group_id: "OSAKA", name: "Osaka", members: ["shared@acme.test#S-2"] },
            ],
          },
          { group_id: "SUPPORT", name: "Support", members: ["pat@acme.test", "bob@acme.test"] },
        ],
      },
      applications: [
        {
          application_id: "CRM",
          name: { en: "Customers", ja: "顧客" },
          roles: [
            { role_id: "ADMIN", name: "admin", users: ["ada@acme.test"] },
            { role_id: "SELLER", name: "seller" },
          ],
        },
        {
          application_id: "SHOP",
          name: "Shop",
          roles: [{ role_id: "CLERK", name: "clerk", users: ["bob@acme.test"] }],
        },
      ],
    },
    {
      name: "Globex",
      admins: ["olga@globex.test"],
      limits: { users: 3 },
      functionality: { use_create_workspace: 1 },
      group: { group_id: "GLOBEX", name: "Globex", members: ["olga@globex.test", "erin@both.test"] },
      applications: [
        { application_id: "HR", name: "HR", roles: [{ role_id: "ADMIN", name: "admin", users: ["olga@globex.test"] }] },
      ],
    },
    {
      name: "Strict",
      admins: ["sam@strict.test"],
      functionality: { use_create_workspace: 0 },
      password_policy: {
        use_expired_day: true,
        use_lockout_count: true,
        use_lockout_time: true,
        use_min_length: true,
        use_pattern_check: true,
        use_same_limit: true,
        lockout_count: 3,
        lockout_time: 10,
        min_length: 8,
        pattern_check_type: 2,
        same_limit: 2,
      },
      group: { group_id: "STRICT", name: "Strict", members: ["sam@strict.test", "sid@strict.test"] },
    },
  ],
}

export interface People {
  readonly world: EngineWorld
  /** A client without a token. */
  readonly anybody: ApiClient
  /** A client with the fixed token `<name>-token`. */
  readonly as: (name: string) => ApiClient
  /** A client with an issued token. */
  readonly withToken: (token: string) => ApiClient
  readonly uId: (email: string, userCode?: string) => string
  readonly gId: (displayId: string) => string
  readonly wId: (name: string) => string
  /** The user's record. */
  readonly user: (email: string, userCode?: string) => ReturnType<typeof findUser>
}

const worlds = new Map<Fixture, EngineWorld>()

/** Forks the world of the fixture. */
export async function people(options: Omit<CreateWorld, "fixture"> = {}, fixture = peopleFixture): Promise<People> {
  const made = Object.keys(options).length > 0 ? undefined : worlds.get(fixture)
  const first = made ?? (await createEngineWorld({ ...options, fixture }))
  if (Object.keys(options).length === 0) worlds.set(fixture, first)
  const world = first.fork()
  const app = createApp({ world })
  const user = (email: string, userCode = "") => findUser(world, email, userCode)
  return {
    world,
    anybody: apiClient(app),
    as: (name) => apiClient(app, `${name}-token`),
    withToken: (token) => apiClient(app, token),
    user,
    uId: (email, userCode) => user(email, userCode).uId,
    gId: (displayId) =>
      requireOne(world.view().table("groups").toArray(), (group) => group.displayId === displayId).gId,
    wId: (name) => requireOne(world.view().table("workspaces").toArray(), (workspace) => workspace.name === name).wId,
  }
}

const findUser = (world: World, email: string, userCode: string) =>
  requireOne(world.view().table("users").toArray(), (user) => user.email === email && user.userCode === userCode)

function requireOne<T>(all: readonly T[], fits: (one: T) => boolean): T {
  const one = all.find(fits)
  if (one === undefined) throw new Error("not in the fixture")
  return one
}

/** Returns a refusal's response. Checks that the world did not change and no mail was sent. */
export async function refusalOf<B>(world: World, request: () => Promise<Answered<B>>): Promise<[number, unknown]> {
  const before = world.hash()
  const { status, body } = await request()
  expect(world.hash(), "a refusal must change nothing").toBe(before)
  return [status, body]
}

/** The body of a refusal in the flat shape (errors.md section 1). */
export const flat = (code: string, error?: string) => ({
  error: error ?? expect.any(String),
  error_code: code,
})
