import type { WireClient } from "../wire-client.ts"
import type { UserIds } from "./wire-words.ts"

type Directory = ReadonlyMap<string, string>

const NOBODY: Directory = new Map()

const isRefusal = (error: unknown): boolean =>
  error instanceof Error && "status" in error && typeof error.status === "number" && error.status < 500

/** The users of the workspace, as far as the API tells of them; asked for when one is first needed. */
export class People {
  readonly #api: WireClient
  #directory: Promise<Directory> | undefined

  constructor(api: WireClient) {
    this.#api = api
  }

  /** The address of a user by u_id; the ID where none is told, as for `IMPORT`. */
  async address(uId: string): Promise<string> {
    if (!/^[0-9a-f]{24}$/.test(uId)) return uId
    return (await this.#known(({ has }) => has(uId))).get(uId) || uId
  }

  /** Finds u_ids of addresses; what is none, or nobody's, stays. */
  async finder(addresses: readonly string[]): Promise<UserIds> {
    if (addresses.length === 0) return (references) => references
    const wanted = addresses.map((address) => address.toLowerCase())
    const known = await this.#known(({ values }) => {
      const all = new Set(values())
      return wanted.every((address) => all.has(address))
    })
    const ids = new Map([...known].map(([uId, address]) => [address, uId]))
    return (references) => references.map((one) => ids.get(one.toLowerCase()) ?? one)
  }

  /** Somebody who is missing may have come since: they are asked for once more. */
  async #known(isEnough: (directory: { has(uId: string): boolean; values(): Iterable<string> }) => boolean) {
    const before = this.#directory
    this.#directory ??= this.#ask()
    const known = await this.#directory
    const look = { has: (uId: string) => known.has(uId), values: () => known.values() }
    if (before === undefined || isEnough(look)) return known
    this.#directory = this.#ask()
    return this.#directory
  }

  /** Nobody where this user may not see who there is. */
  async #ask(): Promise<Directory> {
    try {
      const { group } = await this.#api.getGroup()
      const { members } = await this.#api.getAllUsersInWorkspace({ params: { "group-id": group.g_id } })
      return new Map(members.map(({ u_id: uId, email }) => [uId, email]))
    } catch (error) {
      if (isRefusal(error)) return NOBODY
      throw error
    }
  }
}
