import { baseKind, type Kind } from "./kind.ts"
import { listNumber } from "./number.ts"

/** Computed with every write of its item (`src/fields/formula.ts`); an input is passed over. */
export const calc: Kind<number> = {
  ...baseKind,
  input: "ignored",
  parse: () => null,
  details: (value) => value ?? null,
  list: (value, _field, context) => listNumber(value, context),
  sortKey: (value) => value ?? null,
}
