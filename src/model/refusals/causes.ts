/** Names of facts that decide a refusal (errors.md section 1, "causes"). A password, token or confirmation ID is never a fact. */
export type FactName =
  | "user"
  | "roles"
  | "groups"
  | "keys"
  | "workspace"
  | "application"
  | "datastore"
  | "datastore_roles"
  | "action"
  | "action_roles"
  | "item"
  | "item_keys"
  | "status"
  | "statuses"
  | "revision"
  | "field"
  | "field_roles"
  | "rule"
  | "value"

export type FactValue = string | number | readonly string[]

export type Facts = Readonly<Partial<Record<FactName, FactValue>>>

/** The cause of a refusal whose text covers several causes. For developers only: no response to the caller contains it. */
export interface RefusalCause {
  readonly kind: CauseKind
  readonly facts: Facts
}

/** Texts of facts. An absent fact is `""`, and an empty list is `none`. */
export interface FactTexts {
  /** The fact as one text. Lists are separated by commas. */
  readonly is: (name: FactName) => string
  /** The elements of a list, separated by `or`. */
  readonly oneOf: (name: FactName) => string
  /** A hint with a similar name, or else the available names. `""` without both. */
  readonly hint: (name: FactName) => string
}

export interface CauseForm {
  /** Section of the reference that has the rule. */
  readonly section: string
  /** The cause as an English sentence without a full stop. */
  readonly says: (facts: FactTexts) => string
}

const FORMS = {
  no_workspace: {
    section: "errors.md section 2",
    says: ({ is }) => `${is("user")} has no current workspace`,
  },
  application_unknown: {
    section: "errors.md section 2",
    says: ({ is, hint }) => `application not found: ${is("value")}${hint("application")}`,
  },
  application_elsewhere: {
    section: "errors.md section 2",
    says: ({ is }) =>
      `application not found: ${is("application")}; the application is in the workspace ${is("workspace")}, but ${is("user")} works in ${is("value")}`,
  },
  datastore_unknown: {
    section: "errors.md section 2",
    says: ({ is, hint }) => `datastore not found: ${is("value")}${hint("datastore")}`,
  },
  datastore_hidden: {
    section: "model.md section 3",
    says: ({ is, oneOf }) =>
      `no role of ${is("user")} shows the datastore ${is("datastore")}: it needs role ${oneOf("datastore_roles")}; ${is("user")} has ${is("roles")}`,
  },
  action_unknown: {
    section: "model.md section 6",
    says: ({ is, hint }) => `${is("datastore")} has no action ${is("value")}${hint("action")}`,
  },
  action_kind: {
    section: "errors.md section 4",
    says: ({ is }) => `the operation needs ${is("rule")}; ${is("action")} is ${is("value")}`,
  },
  action_missing: {
    section: "model.md section 6",
    says: ({ is }) => `${is("datastore")} has no ${is("rule")}`,
  },
  action_role: {
    section: "model.md section 6",
    says: ({ is, oneOf }) => `${is("action")} needs role ${oneOf("action_roles")}; ${is("user")} has ${is("roles")}`,
  },
  action_status: {
    section: "model.md section 6",
    says: ({ is, oneOf }) => `${is("action")} runs from status ${oneOf("statuses")}, the item is ${is("status")}`,
  },
  update_action: {
    section: "api.md section 17.3",
    says: ({ is }) =>
      `no update action of ${is("datastore")} runs for ${is("user")}, who has ${is("roles")}, on an item that is ${is("status")}`,
  },
  administrator: {
    section: "model.md section 2.3",
    says: ({ is }) => `the operation needs ${is("rule")}; ${is("user")} is not one`,
  },
  workspaces_closed: {
    section: "api.md section 10",
    says: () => "the settings of the current workspace do not allow its users to create workspaces",
  },
  user_exclusive: {
    section: "api.md section 10",
    says: ({ is }) => `${is("user")} belongs to the current workspace alone`,
  },
  role: {
    section: "model.md section 3",
    says: ({ is, oneOf }) => `the operation needs role ${oneOf("rule")}; ${is("user")} has ${is("roles")}`,
  },
  item_keys: {
    section: "model.md section 4",
    says: ({ is }) =>
      `${is("user")} has none of the item's keys: the item has ${is("item_keys")}; ${is("user")} has ${is("keys")}`,
  },
  item_deleted: {
    section: "errors.md section 2",
    says: ({ is }) => `the item ${is("item")} was deleted`,
  },
  item_elsewhere: {
    section: "errors.md section 2",
    says: ({ is }) => `the item ${is("item")} is in the datastore ${is("datastore")}`,
  },
  revision: {
    section: "model.md section 7",
    says: ({ is }) => `the item has revision ${is("revision")}, the request has ${is("value")}`,
  },
  value_missing: {
    section: "model.md section 5.6",
    says: ({ is }) => `${is("action")} needs a value of ${is("field")}, which is mandatory`,
  },
  field_fixed: {
    section: "model.md section 5.6",
    says: ({ is }) => `${is("action")} does not update ${is("field")}`,
  },
  field_hidden: {
    section: "model.md section 5.6",
    says: ({ is, oneOf }) =>
      `no role of ${is("user")} shows the field ${is("field")}: it needs role ${oneOf("field_roles")}; ${is("user")} has ${is("roles")}`,
  },
  value_taken: {
    section: "model.md section 5.6",
    says: ({ is }) => `${is("field")} is unique, and the item ${is("item")} has the same value`,
  },
  value_invalid: {
    section: "model.md section 5.6",
    says: ({ is }) => `${is("field")}: ${is("rule")}${is("value") === "" ? "" : `; the request has ${is("value")}`}`,
  },
  field_unknown: {
    section: "model.md section 5.6",
    says: ({ is, hint }) => `unknown field: ${is("value")}${hint("field")}`,
  },
  login_unknown: {
    section: "api.md section 9.1",
    says: () => "no user with a password has this address or user code",
  },
  login_password: {
    section: "api.md section 9.1",
    says: ({ is }) => `the password is not the one of ${is("user")}`,
  },
  login_unconfirmed: {
    section: "api.md section 9.1",
    says: ({ is }) => `${is("user")} has not confirmed the address yet`,
  },
} as const satisfies Record<string, CauseForm>

export type CauseKind = keyof typeof FORMS

export const CAUSE_KINDS = Object.keys(FORMS) as [CauseKind, ...CauseKind[]]

export const sectionOf = ({ kind }: RefusalCause): string => FORMS[kind].section

export const causeText = ({ kind, facts }: RefusalCause): string => FORMS[kind].says(textsOf(facts))

const MAX_CAUSES = 5

/** Returns the causes as one line. Undefined without causes. */
export function causesText(causes: readonly RefusalCause[] = []): string | undefined {
  if (causes.length === 0) return undefined
  const texts = [...new Set(causes.map(causeText))]
  const more = texts.length - MAX_CAUSES
  return [...texts.slice(0, MAX_CAUSES), ...(more > 0 ? [`${more} more`] : [])].join("; ")
}

export function textsOf(facts: Facts): FactTexts {
  const listOf = (name: FactName): string[] => {
    const fact = facts[name] ?? []
    return typeof fact === "object" ? [...fact] : [String(fact)]
  }
  const is = (name: FactName): string =>
    facts[name] === undefined ? "" : listOf(name).length === 0 ? "none" : listOf(name).join(", ")
  return { is, oneOf: (name) => joinedOr(listOf(name)), hint: (name) => hintText(facts[name]) }
}

const joinedOr = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`

/** Maximum number of existing names in a text if none of them is similar to the unknown name. */
const MAX_OFFERED_NAMES = 8

function hintText(fact: FactValue | undefined): string {
  if (typeof fact !== "object") return fact === undefined ? "" : `; did you mean ${fact}?`
  if (fact.length === 0) return ""
  const more = fact.length - MAX_OFFERED_NAMES
  return `; available: ${fact.slice(0, MAX_OFFERED_NAMES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`
}
