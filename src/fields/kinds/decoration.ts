import { baseKind, isCleared, type Kind, Unfit } from "../types/field-type.ts"

/** label and separator: layout only, never among the values. */
export const decoration = {
  ...baseKind,
  origin: { from: "nowhere" },
  parse: (input) => (isCleared(input) ? null : new Unfit("it holds nothing")),
  details: () => null,
  list: () => null,
  sortKey: () => null,
  mayBeUnique: false,
  subject: () => undefined,
} satisfies Kind<"label" | "separator">
