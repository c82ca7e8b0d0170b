import * as z from "zod"
import { flagSetting, integerSetting, limitSetting, pick, regular, type Setting, stringSetting } from "./setting.ts"

/** The settings that fields of every data type have (model.md section 5.1). */
export const FIELD = {
  /** Whether lists can be searched by this field. */
  search: flagSetting({
    initial: true,
    text: "Whether the field can be searched",
    inFixture: "Whether the field is offered as a search condition. Default true.",
    inControl: "Whether the field is offered as a search condition",
  }),
  /** Whether lists show this field. */
  showList: flagSetting({
    initial: true,
    text: "Whether lists on the service's screens show the field",
    inFixture: "Whether lists and CSV exports show the field. Default true.",
    inControl: "Whether lists show the field",
  }),
  /** Whether the field is part of the item's title. */
  asTitle: flagSetting({ initial: false, text: "Whether the field is part of the item's title" }),
  /** Position of the field in the title. Fields with 0 come last. */
  titleOrder: integerSetting({
    initial: 0,
    text: "Position of the field in the item's title; 0 is last",
    inFixture: "Position of the field in the item's title. 0 means the last position.",
  }),
  /** True for the status field only. */
  status: flagSetting({ initial: false, text: "Whether the field is the datastore's status" }),
  /** Position among the fields, from 0. */
  fieldIndex: integerSetting({
    initial: 0,
    wire: "fieldIndex",
    text: "Position among the datastore's fields, counted from 0",
  }),
  /** Whether GlobalSearch searches this field. */
  fullText: flagSetting({
    initial: false,
    text: "Whether GlobalSearch searches the field",
    inFixture: "Whether GlobalSearch searches the field. Default false.",
  }),
  /** Whether values must be unique. */
  unique: flagSetting({
    initial: false,
    text: "Whether the values of the field must be unique",
    inFixture: "Whether the field's values must be unique in the datastore.",
    inControl: "Whether the field's values must be unique",
  }),
  /** Minimum value, or minimum length of a string; `""` for no minimum. */
  minValue: limitSetting({
    initial: "",
    text: "Minimum value or length; empty for no minimum",
    inFixture: "Minimum of the field's value, or of a text's length.",
  }),
  /** Maximum value, or maximum length of a string; `""` for no maximum. */
  maxValue: limitSetting({
    initial: "",
    text: "Maximum value or length; empty for no maximum",
    inFixture: "Maximum of the field's value, or of a text's length.",
  }),
  /** Whether forms hide this field. */
  hideOnInput: flagSetting({
    initial: false,
    wire: "hideOnInput",
    text: "Whether the service's input screens hide the field",
    inFixture: "Whether forms hide the field.",
  }),
  /** Whether responses omit this field. */
  hideFromApi: flagSetting({
    initial: false,
    text: "Whether the API omits the field",
    inFixture: "Whether the API hides the field.",
    inControl: "Whether API responses omit the field",
  }),
  /** Stored for clients; responses do not depend on this setting. */
  hasIndex: flagSetting({
    initial: false,
    text: "Whether the service has an index of the field; has no effect",
    inFixture: "Whether the field has an index for equality conditions.",
    inControl: "Whether the field has an index",
  }),
}

/** Maximum of `digit` (model.md section 5.1). */
export const MAX_DIGIT = 100

/** Format of automatic numbers. */
export const AUTONUM = {
  /** String before the number. */
  prefix: stringSetting({
    initial: "",
    text: "Text that is written before the number",
    inFixture: "String before the number.",
    inControl: "Text that is written before each number",
  }),
  /** Whether to pad with zeros up to `digit`. */
  zeroPadding: flagSetting({
    initial: false,
    text: "Whether the number is padded with zeros",
    inFixture: "Whether the number is padded with zeros to `digit` digits.",
    inControl: "Whether numbers are padded with zeros",
  }),
  /** Number of digits after padding. */
  digit: integerSetting({
    initial: 0,
    max: MAX_DIGIT,
    text: "Minimum number of digits",
    inFixture: "Minimum number of digits, reached by padding with zeros.",
  }),
}

const decimalPlace: Setting<number | null, number | null, undefined> = {
  initial: null,
  wire: undefined,
  text: "Number of decimal places; null for all",
  inFixture: "Number of decimal places that are shown.",
  schema: () => z.int().nullable(),
  givenSchema: () => z.int().min(0).nullable(),
  fixtureSchema: () => z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  read: (given) => given,
}

/** Format in which numbers are displayed. */
export const NUM_INFO = {
  /** String before the number. */
  prefix: stringSetting({
    initial: "",
    text: "Text that is written before the number",
    inFixture: "String before the number.",
  }),
  /** String after the number. */
  suffix: stringSetting({
    initial: "",
    text: "Text that is written after the number",
    inFixture: "String after the number.",
  }),
  /** Whether to omit the thousands separator. */
  noComma: flagSetting({
    initial: false,
    text: "Whether numbers are written without thousands separators",
    inFixture: "Whether numbers are shown without a thousands separator.",
  }),
  /** Number of decimal places; null keeps all of them. */
  decimalPlace,
}

/** Settings of user fields. */
export const USERS = {
  /** Whether the field holds at most one user. */
  singleSelect: flagSetting({
    initial: false,
    text: "Whether the field accepts only one user",
    inFixture: "Whether the field accepts at most one user.",
  }),
  /** Whether the users in the value get access to the item. */
  publish: flagSetting({
    initial: false,
    text: "Whether the item is published to the users in the field",
    inFixture: "Whether the users in the field's value get an access key of the item.",
    inControl: "Whether the chosen users get the item's key",
  }),
}

/** The settings of user fields in search conditions. */
export const USERS_IN_SEARCH = pick(USERS, "singleSelect")

/** Settings of file fields. */
export const FILE = {
  /** Whether the field may hold several files. */
  multiple: flagSetting({
    initial: false,
    text: "Whether the field accepts several files",
    inFixture: "Whether the field accepts several files. Default false.",
  }),
}

const request = pick(
  FIELD,
  "search",
  "showList",
  "asTitle",
  "fullText",
  "unique",
  "hideOnInput",
  "hideFromApi",
  "hasIndex",
)

const limits = pick(FIELD, "minValue", "maxValue")

const definition = pick(
  FIELD,
  "search",
  "showList",
  "asTitle",
  "status",
  "fieldIndex",
  "titleOrder",
  "fullText",
  "unique",
  "minValue",
  "maxValue",
)

const details = pick(FIELD, "search", "showList", "asTitle", "status", "fullText", "unique", "hideOnInput")

/** The settings that each format contains, in its order. */
export const FIELD_IN = {
  /** CreateField and UpdateField, without the limits. */
  request,
  limits,
  /** `FieldDef` (api.md section 16). */
  definition,
  /** Members that `FieldDef` may omit. */
  optionalDefinition: pick(FIELD, "hideOnInput", "hideFromApi", "hasIndex"),
  /** The response of GetFieldSettings, without the limits. Its names have no exceptions. */
  details: regular(details),
  fixture: pick(
    FIELD,
    "search",
    "showList",
    "fullText",
    "unique",
    "hasIndex",
    "hideOnInput",
    "hideFromApi",
    "asTitle",
    "titleOrder",
    "minValue",
    "maxValue",
  ),
  /** Results of in-process calls. */
  answer: pick(
    FIELD,
    "asTitle",
    "unique",
    "search",
    "showList",
    "fullText",
    "hideOnInput",
    "minValue",
    "maxValue",
    "fieldIndex",
  ),
  /** The schema in the control plane, besides `is_title`. */
  control: pick(FIELD, "unique", "hasIndex", "fullText", "search", "showList", "hideFromApi", "minValue", "maxValue"),
  /** Linked datastores in item details. */
  linked: pick(
    FIELD,
    "asTitle",
    "fieldIndex",
    "fullText",
    "hideOnInput",
    "search",
    "showList",
    "status",
    "titleOrder",
    "unique",
  ),
  /** The GraphQL root datastoreSetting. */
  root: regular(definition),
  /** The schema of the property kit. */
  kit: pick(FIELD, "unique", "asTitle", "search", "hideFromApi", "minValue", "maxValue"),
}
