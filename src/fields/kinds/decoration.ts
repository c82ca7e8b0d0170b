import { baseKind, type Kind } from "./kind.ts"

/** label and separator: layout only, never among the values. */
export const decoration: Kind<never> = {
  ...baseKind,
  input: "ignored",
  hasValue: false,
  parse: () => null,
  details: () => null,
  list: () => null,
  sortKey: () => null,
}
