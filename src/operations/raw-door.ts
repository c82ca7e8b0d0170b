import type { Engine } from "../engine/engine.ts"
import { requireUser } from "../people/users/reference.ts"
import { actAs, publicOf } from "./acting.ts"
import type { RawActing, RawPublic } from "./index.ts"

/**
 * The operations as their use cases answer them: records as they are stored, values keyed by internal IDs, hashes of passwords
 * among them. For who looks into the engine; tests of an application ask `world.as`.
 */
export class RawDoor {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Runs use cases as a user: `e-mail`, `e-mail#user_code` or u_id (fixtures.md, UserRef). Refuses an unknown one. */
  as(reference: string): RawActing {
    return actAs({ engine: this.#engine, uId: requireUser(this.#engine.view(), reference).uId })
  }

  /** The use cases that need no user: registration, login, forgotten passwords. */
  get public(): RawPublic {
    return publicOf({ engine: this.#engine })
  }
}
