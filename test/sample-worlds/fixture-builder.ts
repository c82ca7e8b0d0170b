import type { Fixture } from "../../src/fixtures/index.ts"

type Workspace = Fixture["workspaces"][number]
type Application = NonNullable<Workspace["applications"]>[number]
type Datastore = NonNullable<Application["datastores"]>[number]

export interface Parts {
  /** Default: Ada and Bob. The first user administers the workspace and the application; the others have MEMBER. */
  readonly users?: readonly [string, ...string[]]
  /** Datastores by display ID, which is also the default name. */
  readonly datastores: Readonly<
    Record<string, Omit<Datastore, "datastore_id" | "name"> & Partial<Pick<Datastore, "name">>>
  >
  readonly application?: Partial<Application>
  readonly workspace?: Partial<Workspace>
}

/**
 * Fixture of the workspace Acme with one application, APP. A test only defines the datastores. `ada` is the user ada@acme.test with the
 * token ada-token. The clock is at 2026-01-05T09:00:00Z.
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
