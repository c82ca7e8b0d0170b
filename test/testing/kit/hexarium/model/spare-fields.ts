import type { KitField } from "../../../../../emulator/testing/kit/schema.ts"

const PLAIN_SETTINGS = {
  fId: "",
  unique: false,
  asTitle: false,
  search: true,
  hideFromApi: false,
  minValue: "",
  maxValue: "",
  roles: [],
  options: [],
  selected: [],
  autonum: null,
  lookup: null,
  formula: null,
  singleSelect: false,
  publish: false,
} as const satisfies Partial<KitField>

const options = (...displayIds: readonly string[]): KitField["options"] =>
  displayIds.map((displayId) => ({ displayId, oId: displayId, enabled: true }))

/**
 * Fields that commands create, change and delete. No other record refers to them, so the model knows their state. Options are named by
 * display ID.
 */
export const SPARE_FIELDS: readonly KitField[] = [
  { ...PLAIN_SETTINGS, displayId: "kit_text", dataType: "text" },
  { ...PLAIN_SETTINGS, displayId: "kit_number", dataType: "number" },
  { ...PLAIN_SETTINGS, displayId: "kit_sum", dataType: "calc", formula: "kit_number + 1" },
  { ...PLAIN_SETTINGS, displayId: "kit_choice", dataType: "select", options: options("a", "b", "c") },
  { ...PLAIN_SETTINGS, displayId: "kit_tags", dataType: "checkbox", options: options("a", "b", "c") },
]

export const isSpare = (displayId: string): boolean => SPARE_FIELDS.some((field) => field.displayId === displayId)
