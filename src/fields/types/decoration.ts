import { baseType, type FieldType, InvalidValue, isCleared } from "./field-type.ts"

/** Type of label and separator fields, which structure forms and have no values. */
export const decoration = {
  ...baseType,
  origin: { from: "nowhere" },
  parse: (input) => (isCleared(input) ? null : new InvalidValue("a decoration field can't have a value")),
  details: () => null,
  list: () => null,
  sortKey: () => null,
  mayBeUnique: false,
  mayBeTitle: false,
  subject: () => undefined,
} satisfies FieldType<"label" | "separator">
