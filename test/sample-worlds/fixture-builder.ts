import type { Fixture } from "../../src/fixtures/index.ts"

type Workspace = Fixture["workspaces"][number]
type Application = NonNullable<Workspace["applications"]>[number]
type Datastore = NonNullable<Application["datastores"]>[number]

export interface Parts {
  /** Ada alone with Bob, unless others are named. The first administers the workspace and the application, the others hold MEMBER. */
  readonly users?: readonly [string, ...string[]]
  /** By display ID, which is the name where none is given. */
  readonly datastores: Readonly<
    Record<string, Omit<Datastore, "datastore_id" | "name"> & Partial<Pick<Datastore, "name">>>
  >
  readonly application?: Partial<Application>
  readonly workspace?: Partial<Workspace>
}

/**
 * The fixture of a workspace Acme with one application, APP: all that a test must write down are its datastores. `ada` is the user
 * ada@acme.test with the token ada-token. The clock stands at 2026-01-05T09:00:00Z.
 */
export function fixtureOf({ users = ["ada", "bob"], datastores, application, workspace }: Parts): Fixture {
  const emails = users.map((name) => `${name}@acme.test`)
  const [admin = "", ...members] = emails
  return {
    version: 1,
    clock: { mode: "frozen", now: "2026-01-05T09:00:00Z" },
    users: users.map((name, at) => ({ email: emails[at] ?? "", password: `${name}-pass`, token: `${name}-token` })),
    workspaces: [
      {
        name: "Acme",
        admins: [admin],
        group: { group_id: "ACME", name: "Acme", members: emails },
        ...workspace,
        applications: [
          {
            application_id: "APP",
            name: "App",
            roles: [
              { role_id: "ADMIN", name: "admin", users: [admin] },
              { role_id: "MEMBER", name: "member", users: members },
            ],
            datastores: Object.entries(datastores).map(([id, datastore]) => ({
              datastore_id: id,
              name: id,
              ...datastore,
            })),
            ...application,
          },
          ...(workspace?.applications ?? []),
        ],
      },
    ],
  }
}
