import type { UId } from "../../model/index.ts"
import type { Confirmation, Token, User } from "../../model/records/index.ts"
import type { Passwords } from "../../ports/index.ts"
import type { Patch, State } from "../../state/index.ts"
import type { Secrets } from "../secrets/secrets.ts"

/** Password of each user whose own password no request of the capsule contains. */
export const REPLACEMENT_PASSWORD = "Redacted-password-0"

const SALT = "capsule"

/** Replaces passwords, tokens and confirmation IDs in records. The same secret always gets the same placeholder. */
export class ConcealedRecords {
  readonly secrets: Secrets
  readonly #passwords: Passwords
  readonly #sent: ReadonlyMap<UId, ReadonlySet<string>>
  readonly #hashes = new Map<string, string>()

  /** `sent` contains the passwords that requests sent for a user. A user's hash of one matches its placeholder afterwards. */
  constructor(secrets: Secrets, passwords: Passwords, sent: ReadonlyMap<UId, ReadonlySet<string>>) {
    this.secrets = secrets
    this.#passwords = passwords
    this.#sent = sent
  }

  /** Makes the secrets of a state known, so that they are also found inside other records and texts. */
  learn({ tables }: State): void {
    tables.get("tokens").forEach(({ token }) => void this.secrets.conceal("token", token))
    tables.get("confirmations").forEach((one) => void this.secrets.conceal("confirmation", one.confirmationId))
  }

  learnPatches(patches: readonly Patch[]): void {
    for (const { table, id } of patches) {
      if (table === "tokens") this.secrets.conceal("token", id)
      else if (table === "confirmations") this.secrets.conceal("confirmation", id)
    }
  }

  record(table: string, record: object): object {
    switch (table) {
      case "tokens":
        return { ...record, token: this.secrets.conceal("token", (record as Token).token) }
      case "confirmations": {
        const { confirmationId } = record as Confirmation
        return { ...record, confirmationId: this.secrets.conceal("confirmation", confirmationId) }
      }
      case "users": {
        const { uId, passwordHash, passwordHistory } = record as User
        return {
          ...record,
          passwordHash: passwordHash === null ? null : this.#hash(uId, passwordHash),
          passwordHistory: passwordHistory.map((hash) => this.#hash(uId, hash)),
        }
      }
      default:
        return record
    }
  }

  patch(patch: Patch): Patch {
    const { table, id, after } = patch
    const isSecret = table === "tokens" || table === "confirmations"
    const kind = table === "tokens" ? "token" : "confirmation"
    return {
      table,
      id: isSecret ? this.secrets.conceal(kind, id) : id,
      before: undefined,
      after: after && this.record(table, after),
    }
  }

  #hash(uId: UId, hash: string): string {
    const sent = [...(this.#sent.get(uId) ?? [])].find((password) => this.#passwords.verify(password, hash))
    return this.#hashOf(sent === undefined ? REPLACEMENT_PASSWORD : this.secrets.conceal("password", sent))
  }

  #hashOf(password: string): string {
    const hash = this.#hashes.get(password) ?? this.#passwords.hash(password, SALT)
    this.#hashes.set(password, hash)
    return hash
  }
}
