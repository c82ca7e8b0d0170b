import { actorIn, seesDatastore, seesItem } from "../../src/access/index.ts"
import type { AccessKey, UId } from "../../src/model/index.ts"
import type { Datastore, Group, Item, Role, User } from "../../src/model/records/index.ts"
import type { Table, View } from "../../src/state/index.ts"
import type { HubConnection } from "./hub-connection.ts"

/** A user with open connections. */
export interface Listener {
  readonly uId: UId
  readonly connections: Set<HubConnection>
  /** The user's record for which `keys` were determined; undefined before that. */
  user: User | undefined
  /** Access keys of the user in all of their workspaces. */
  keys: readonly AccessKey[]
}

/**
 * The users of a world who have connections, by access key. An event looks up only users who hold a key of the item, so
 * that its cost depends on the number of receivers, not on the number of connections.
 */
export class Audience {
  readonly #listeners = new Map<UId, Listener>()
  readonly #byKey = new Map<AccessKey, Set<Listener>>()
  #users: Table<User> | undefined
  #groups: Table<Group> | undefined
  #roles: Table<Role> | undefined

  get isEmpty(): boolean {
    return this.#listeners.size === 0
  }

  add(connection: HubConnection): void {
    const { uId } = connection
    const listener = this.#listeners.get(uId) ?? { uId, connections: new Set(), user: undefined, keys: [] }
    this.#listeners.set(uId, listener)
    listener.connections.add(connection)
    // Makes the next event look up the keys of all users whose record is not known.
    this.#users = undefined
  }

  remove(connection: HubConnection): void {
    const listener = this.#listeners.get(connection.uId)
    listener?.connections.delete(connection)
    if (listener === undefined || listener.connections.size > 0) return
    this.#unlist(listener)
    this.#listeners.delete(connection.uId)
  }

  /** Yields the connected users who hold one of the item's keys. Yields undefined for users who do not see the datastore. */
  *receiversOf(view: View, datastore: Datastore, item: Item): Generator<Listener | undefined> {
    this.#update(view)
    const [first] = item.accessKeys
    const found = item.accessKeys.length === 1 && first !== undefined ? this.#holders(first) : new Set<Listener>()
    if (item.accessKeys.length > 1) {
      for (const key of item.accessKeys) for (const listener of this.#holders(key)) found.add(listener)
    }
    for (const listener of found) yield sees(view, listener, datastore, item) ? listener : undefined
  }

  #holders(key: AccessKey): Set<Listener> {
    return this.#byKey.get(key) ?? new Set()
  }

  /** Looks up the keys of users whose record has changed, or of all users after a group or role has changed. */
  #update(view: View): void {
    const [users, groups, roles] = [view.table("users"), view.table("groups"), view.table("roles")]
    const isAll = groups !== this.#groups || roles !== this.#roles
    if (!isAll && users === this.#users) return
    for (const listener of this.#listeners.values()) {
      const user = users.get(listener.uId)
      if (isAll || user !== listener.user) this.#list(view, listener, user)
    }
    this.#users = users
    this.#groups = groups
    this.#roles = roles
  }

  #list(view: View, listener: Listener, user: User | undefined): void {
    this.#unlist(listener)
    listener.user = user
    listener.keys = user === undefined ? [] : keysOf(view, user)
    for (const key of listener.keys) {
      const holders = this.#byKey.get(key) ?? new Set()
      this.#byKey.set(key, holders.add(listener))
    }
  }

  #unlist(listener: Listener): void {
    for (const key of listener.keys) {
      const holders = this.#byKey.get(key)
      holders?.delete(listener)
      if (holders?.size === 0) this.#byKey.delete(key)
    }
    listener.keys = []
  }
}

function keysOf(view: View, user: User): AccessKey[] {
  const workspaces = new Set(user.memberships.map(({ wId }) => wId))
  const keys = new Set<AccessKey>()
  for (const wId of workspaces) for (const key of actorIn(view, user, wId).accessKeys) keys.add(key)
  return [...keys]
}

function sees(view: View, { user }: Listener, datastore: Datastore, item: Item): boolean {
  if (user === undefined) return false
  const actor = actorIn(view, user, datastore.wId)
  return seesItem(actor, item) && seesDatastore(view, actor, datastore)
}
