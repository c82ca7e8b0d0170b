import type { PasswordPolicy, Workspace } from "../../model/records/index.ts"
import { weaknessOf } from "../../people/index.ts"
import type { State } from "../../state/index.ts"
import { type KeptChange, patchesOfChange } from "../history.ts"
import type { Secrets } from "../secrets/secrets.ts"

/**
 * Chooses placeholders that the rules for passwords accept and refuse like the passwords, even if a rule changes between two requests. If the
 * ordinary placeholder does not suffice, chooses a longer one, or one with the length and the kinds of characters of the password.
 */
export function choosePasswordPlaceholders(
  passwords: ReadonlySet<string>,
  policies: readonly PasswordPolicy[],
  secrets: Secrets,
): void {
  for (const [at, password] of [...passwords].entries()) {
    const placeholder = secrets.conceal("password", password)
    const isAlike = (text: string) =>
      policies.every((policy) => weaknessOf(policy, text) === weaknessOf(policy, password))
    const missing = Math.max(0, ...policies.map(({ minLength }) => minLength - placeholder.length))
    const longer = placeholder.replace(/\d+$/, (digits) => digits.padStart(digits.length + missing, "0"))
    secrets.replaceWith(password, [placeholder, longer].find(isAlike) ?? shapeOf(password, at))
  }
}

const KINDS: readonly (readonly [kind: RegExp, signs: string])[] = [
  [/[A-Za-z]/, "xabcdefghijklmnopqrstuvwyz"],
  [/[0-9]/, "0123456789"],
  [/[!#$%\-_=+<>]/, "-_=+"],
  [/\s/, " "],
  [/./s, "."],
]

/** Returns a text of the same length with the same kinds of characters. Different numbers give different texts if there are enough. */
function shapeOf(password: string, number: number): string {
  let rest = number
  const signOf = (character: string) => {
    const signs = KINDS.find(([kind]) => kind.test(character))?.[1] ?? "."
    const sign = signs.charAt(rest % signs.length)
    rest = Math.floor(rest / signs.length)
    return sign
  }
  return [...password].map(signOf).join("")
}

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
