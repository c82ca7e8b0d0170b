import type { Difference } from "../../insight/index.ts"

/** Equal differences in several responses or elements. `there` and `here` are the values of the first one. */
export interface DifferenceGroup extends Omit<Difference, "path"> {
  /** Path in which `[*]` stands for any position, and `*` for any generated key. */
  readonly path: string
  readonly count: number
}

/** Groups differences by operation, path and kind. The most frequent group comes first. */
export class DifferenceGroups {
  readonly #groups = new Map<string, { first: Difference; path: string; count: number }>()
  readonly #isIgnored: (operation: string, path: string) => boolean

  constructor(isIgnored: (operation: string, path: string) => boolean) {
    this.#isIgnored = isIgnored
  }

  add(difference: Difference): void {
    const path = generalPath(difference.path)
    if (this.#isIgnored(difference.operation, path) || isInexpressible(difference)) return
    const key = JSON.stringify([difference.operation, path, difference.kind])
    const group = this.#groups.get(key)
    if (group === undefined) this.#groups.set(key, { first: difference, path, count: 1 })
    else group.count += 1
  }

  list(): DifferenceGroup[] {
    return [...this.#groups.values()]
      .sort((left, right) => right.count - left.count)
      .map(({ first, path, count }) => ({ ...first, path, count }))
  }
}

const generalPath = (path: string): string => path.replaceAll(/\[\d+\]/g, "[*]")

const NEVER_INSTANT = "0001-01-01T00:00:00Z"
const INSTANT = /^(?!0001)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

/** Returns whether the world can't have the recorded value because no fixture can express it: a login before the recording began. */
const isInexpressible = ({ operation, path, there, here }: Difference): boolean =>
  operation === "GetUserInfo" &&
  path === "body.last_login_datetime" &&
  here === NEVER_INSTANT &&
  INSTANT.test(String(there))
