import { ApiError, type Client } from "../../client/index.ts"
import { type AnswerFrom, compact, type PulledUser, type PulledWorkspace, type Untold } from "./pulled-fixture.ts"

type Member = AnswerFrom<"getUsersInGroup">["members"][number]
type Tree = AnswerFrom<"getGroupTree">["result"][number]

interface Known {
  readonly name?: string | undefined
  readonly email?: string | undefined
}

/** The users of a workspace, and their references. Users that only items name are added while items are read. */
export class People {
  readonly members: readonly Member[]
  readonly #users = new Map<string, PulledUser>()
  readonly #asPlaceholders: boolean
  readonly #emails = new Map<string, number>()
  /** Called with each user who has left the workspace. */
  onStranger: (uId: string, known: Known) => void = () => {}

  constructor(members: readonly Member[], asPlaceholders: boolean) {
    this.members = members
    this.#asPlaceholders = asPlaceholders
    for (const { email } of members) this.#emails.set(email, (this.#emails.get(email) ?? 0) + 1)
    for (const { u_id, username, email, user_code, confirmed, additional_info } of members) {
      this.#add(u_id, { email, username, user_code: user_code || undefined, confirmed, additional_info })
    }
  }

  #add(uId: string, user: { [K in keyof PulledUser]?: PulledUser[K] | undefined } & { email: string }): void {
    const nth = this.#users.size + 1
    const shown = this.#asPlaceholders
      ? { email: `user-${nth}@example.test`, username: `User ${nth}`, confirmed: user.confirmed }
      : user
    this.#users.set(uId, compact({ ...shown, u_id: uId }) as PulledUser)
  }

  /** Changes a user who was added before. */
  change(uId: string, members: Partial<PulledUser>): void {
    const user = this.#users.get(uId)
    if (user !== undefined) this.#users.set(uId, { ...user, ...members })
  }

  list(): PulledUser[] {
    return [...this.#users.values()]
  }

  /** Returns the shortest reference to a user. Adds a user who has left the workspace, in no group. */
  reference(
    uId: string,
    known: { readonly name?: string | undefined; readonly email?: string | undefined } = {},
  ): string {
    if (!this.#users.has(uId)) {
      const email = known.email || `${uId}@unknown.invalid`
      this.#emails.set(email, (this.#emails.get(email) ?? 0) + 1)
      this.#add(uId, { email, username: known.name || undefined, confirmed: true })
    }
    const email = this.#users.get(uId)?.email ?? uId
    return this.#asPlaceholders || this.#emails.get(email) === 1 ? email : uId
  }

  has(uId: string): boolean {
    return this.#users.has(uId)
  }
}

/** Reads the users of the current workspace. */
export async function pullPeople(api: Client, asPlaceholders: boolean): Promise<People> {
  const { result } = await api.getGroupTree()
  const [root] = result
  if (root === undefined) return new People([], asPlaceholders)
  const { members } = await api.getUsersInGroup({ params: { "group-id": root.id }, query: { recursive: true } })
  return new People(members, asPlaceholders)
}

/** Reads the tree of groups with the members of each group. */
export async function pullGroups(api: Client, people: People): Promise<PulledWorkspace["group"]> {
  const { result } = await api.getGroupTree()
  const [root] = result
  if (root === undefined) return { group_id: "ALL", name: "All" }
  return pullGroup(api, people, root)
}

async function pullGroup(api: Client, people: People, tree: Tree): Promise<PulledWorkspace["group"]> {
  const { members } = await api.getUsersInGroup({ params: { "group-id": tree.id } })
  const groups = await Promise.all(tree.childGroups.map((child) => pullGroup(api, people, child)))
  const references = (isAdmin: boolean) =>
    members.filter(({ is_sv }) => is_sv === isAdmin).map(({ u_id }) => people.reference(u_id))
  const [admins, others] = [references(true), references(false)]
  return compact({
    group_id: tree.display_id,
    name: tree.name,
    g_id: tree.id,
    admins: admins.length === 0 ? undefined : admins,
    members: others.length === 0 ? undefined : others,
    groups: groups.length === 0 ? undefined : groups,
  }) as PulledWorkspace["group"]
}

/** Finds the administrators of the workspace; only the caller if the operation is refused. */
export async function pullAdmins(
  api: Client,
  people: People,
  wId: string,
  me: AnswerFrom<"getUserInfo">,
  missing: Untold,
): Promise<string[]> {
  try {
    const groups = await api.getUsersInWorkspace({ params: { "workspace-id": wId }, query: { admin_only: true } })
    const admins = new Set(Object.values(groups).flatMap((users) => users.map(({ u_id }) => u_id)))
    return people.members.flatMap(({ u_id }) => (admins.has(u_id) ? people.reference(u_id) : []))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    missing.add("the administrators of the workspace; only the user of the pull is one, if the API says so")
    return me.is_ws_admin ? [people.reference(me.u_id)] : []
  }
}

/** Finds workspace-only users: GetUserInfoByAdmin finds them only with their workspace. */
export async function pullExclusiveUsers(api: Client, people: People, wId: string): Promise<void> {
  await Promise.all(
    people.members.map(async ({ u_id, email, user_code }) => {
      const query = compact({ email, user_code: user_code || undefined })
      const finds = (more: { readonly exclusive_w_id?: string }) =>
        api.getUserInfoByAdmin({ query: { ...query, ...more } }).then(
          (found) => found.u_id === u_id,
          (error: unknown) => {
            if (error instanceof ApiError) return false
            throw error
          },
        )
      if (!(await finds({})) && (await finds({ exclusive_w_id: wId })))
        people.change(u_id, { exclusive_workspace: wId })
    }),
  )
}
