import { StoreTrouble } from "../../../../src/ports/index.ts"
import { identityOf } from "./file-identity.ts"

/** Milliseconds without a look after which the next write looks first. */
const IDLE_MS = 1000
/** Suffixes of the files that SQLite keeps open. */
const OPEN_FILES = ["", "-wal", "-shm"]

/** Notices if the files of an open store are deleted, moved or replaced. SQLite would then write to files that have no name. */
export class StoreFiles {
  readonly #file: string
  readonly #now: () => number
  #identities: readonly (readonly [path: string, identity: string])[] = []
  #lookedAt = 0

  /** `now` returns milliseconds of a clock that never goes back. */
  constructor(file: string, now: () => number) {
    this.#file = file
    this.#now = now
  }

  /** Remembers the files that SQLite has just opened. */
  remember(): void {
    this.#identities = OPEN_FILES.flatMap((suffix) => {
      const path = this.#file + suffix
      const identity = identityOf(path)
      return identity === undefined ? [] : [[path, identity] as const]
    })
    this.#lookedAt = this.#now()
  }

  /** Throws if a path no longer leads to the open file. Without inodes, a replaced file is not noticed. */
  look(): void {
    // After a look that fails, each write looks again.
    this.#lookedAt = Number.NEGATIVE_INFINITY
    for (const [path, identity] of this.#identities) {
      const found = identityOf(path)
      if (found === identity) continue
      const what = found === undefined ? "was deleted or moved" : "was replaced by another file"
      throw new StoreTrouble(
        "moved",
        `${path} ${what} while the store is in use; \`hexarium export -o FILE\` writes a world that is in memory to a fixture`,
      )
    }
    this.#lookedAt = this.#now()
  }

  lookAfterIdle(): void {
    if (this.#now() - this.#lookedAt >= IDLE_MS) this.look()
  }
}
