import { baseKind, type Kind } from "./kind.ts"

/** label and separator: layout only, never among the values. */
export const decoration = {
  ...baseKind,
  origin: { from: "nowhere" },
  parse: () => null,
  details: () => null,
  list: () => null,
  sortKey: () => null,
  mayBeUnique: false,
  subject: () => undefined,
} satisfies Kind<"label" | "separator">
