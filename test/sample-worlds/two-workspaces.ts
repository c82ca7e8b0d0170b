import type { Fixture } from "../../src/fixtures/index.ts"
import { createEngineWorld, type EngineWorld } from "../../src/world/index.ts"

/**
 * Ada is in Acme and Beta, Bob only in Beta, Nina in no workspace. Eve is a workspace-only user of Beta. Acme has the applications Second
 * and First (in the display order First, Second) and Third, in which Ada has no role.
 */
export const twoWorkspacesFixture: Fixture = {
  version: 1,
  clock: { mode: "frozen", now: "2026-01-05T09:00:00Z" },
  users: [
    { email: "ada@acme.test", username: "Ada", password: "ada-pass", token: "ada-token" },
    { email: "bob@acme.test", password: "bob-pass", token: "bob-token" },
    { email: "nina@acme.test", password: "nina-pass", token: "nina-token" },
    { email: "eve@acme.test", password: "eve-pass", token: "eve-token", exclusive_workspace: "Beta" },
  ],
  workspaces: [
    {
      name: "Acme",
      w_id: "aaaaaaaaaaaaaaaaaaaaaaaa",
      admins: ["ada@acme.test"],
      group: { group_id: "TOP", name: "Top" },
      applications: [
        {
          application_id: "Second",
          name: { en: "Second", ja: "第二" },
          display_order: 2,
          roles: [{ role_id: "READER", name: "reader", users: ["ada@acme.test"] }],
          datastores: [
            { datastore_id: "Open", name: "Open", fields: { Name: { dataType: "text" } } },
            { datastore_id: "Closed", name: "Closed", roles: ["MEMBER"], fields: { Name: { dataType: "text" } } },
          ],
        },
        {
          application_id: "First",
          name: "First",
          display_order: 1,
          roles: [{ role_id: "MEMBER", name: "member", users: ["ada@acme.test"] }],
        },
        {
          application_id: "Third",
          name: "Third",
          display_order: 3,
          datastores: [{ datastore_id: "Third", name: "Third", fields: { Name: { dataType: "text" } } }],
        },
      ],
    },
    {
      name: "Beta",
      w_id: "bbbbbbbbbbbbbbbbbbbbbbbb",
      admins: ["bob@acme.test"],
      group: { group_id: "TOP", name: "Top", members: ["ada@acme.test", "eve@acme.test"] },
      applications: [
        {
          application_id: "Third",
          name: "Third of Beta",
          roles: [{ role_id: "ADMIN", name: "admin", users: ["ada@acme.test"] }],
          datastores: [{ datastore_id: "Notes", name: { ja: "メモ" }, fields: { Name: { dataType: "text" } } }],
        },
      ],
    },
  ],
}

export const ACME = "aaaaaaaaaaaaaaaaaaaaaaaa"
export const BETA = "bbbbbbbbbbbbbbbbbbbbbbbb"

export const twoWorkspaces = (): Promise<EngineWorld> => createEngineWorld({ fixture: twoWorkspacesFixture })
