import { baseKind, isCleared, type Kind, Unfit } from "./kind.ts"

/** Drawn when the item is created; only an import may set it, so `item` may not. */
export const autonum: Kind<string> = {
  ...baseKind,
  input: "ignored",
  parse(input) {
    if (isCleared(input)) return null
    return typeof input === "string" ? input : typeof input === "number" ? String(input) : new Unfit("expected a text")
  },
  details: (value) => value ?? "",
  list: (value) => value ?? "",
  sortKey: (value) => value?.toLowerCase() ?? null,
}
