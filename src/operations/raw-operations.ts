import type { Engine } from "../engine/index.ts"
import { requireUser } from "../people/index.ts"
import { actAs, publicOf } from "./acting.ts"
import type { RawActing, RawPublic } from "./calls.ts"

/**
 * Operations that return records as stored, including password hashes, with internal IDs as keys of values. Use them to inspect the engine.
 * Use `world.as` for tests of applications.
 */
export class RawOperations {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Returns the operations of a user, given as `e-mail`, `e-mail#user_code` or u_id (fixtures.md, UserRef). Throws for an unknown user. */
  as(reference: string): RawActing {
    return actAs({ engine: this.#engine, uId: requireUser(this.#engine.view(), reference).uId })
  }

  /** Returns the operations that need no user, such as registration, login and forgotten passwords. */
  get public(): RawPublic {
    return publicOf({ engine: this.#engine })
  }
}
