import type { PasswordPolicy, Workspace } from "../../model/records/index.ts"
import { weaknessOf } from "../../people/index.ts"
import type { State } from "../../state/index.ts"
import { type KeptChange, patchesOfChange } from "../history.ts"
import type { Secrets } from "../secrets/secrets.ts"

/** The passwords that requests sent. */
export interface SentPasswords {
  readonly all: Iterable<string>
  /** Passwords that only refused requests sent. */
  readonly refused: ReadonlySet<string>
}

/**
 * Chooses placeholders that the rules for passwords accept and refuse like the passwords. A placeholder is made longer for this, and a refused
 * password gets one of the same length and kinds of characters.
 */
export function choosePasswordPlaceholders(
  { all, refused }: SentPasswords,
  policies: readonly PasswordPolicy[],
  secrets: Secrets,
): void {
  for (const password of all) {
    const placeholder = secrets.conceal("password", password)
    const isAlike = (text: string) =>
      policies.every((policy) => weaknessOf(policy, text) === weaknessOf(policy, password))
    if (isAlike(placeholder)) continue
    if (refused.has(password)) {
      secrets.replaceWith(password, shapeOf(password))
      continue
    }
    const missing = Math.max(...policies.map(({ minLength }) => minLength)) - placeholder.length
    const longer = placeholder.replace(/\d+$/, (digits) => digits.padStart(digits.length + missing, "0"))
    if (isAlike(longer)) secrets.replaceWith(password, longer)
  }
}

const KINDS: readonly (readonly [kind: RegExp, sign: string])[] = [
  [/[A-Za-z]/, "x"],
  [/[0-9]/, "0"],
  [/[!#$%\-_=+<>]/, "-"],
  [/\s/, " "],
]

/** Returns a text of the same length with the same kinds of characters. */
const shapeOf = (password: string): string =>
  [...password].map((character) => KINDS.find(([kind]) => kind.test(character))?.[1] ?? ".").join("")

/** Returns the rules for passwords of all workspaces, also those that a change sets. */
export const policiesOf = ({ tables }: State, changes: readonly KeptChange[]): PasswordPolicy[] => [
  ...tables
    .get("workspaces")
    .toArray()
    .map(({ passwordPolicy }) => passwordPolicy),
  ...changes.flatMap((change) =>
    patchesOfChange(change).flatMap(({ table, after }) =>
      table === "workspaces" && after !== undefined ? [(after as Workspace).passwordPolicy] : [],
    ),
  ),
]
