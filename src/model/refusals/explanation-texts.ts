import { type CauseForm, type Facts, textsOf } from "./causes.ts"

const heldRoles = (is: (name: "user" | "roles" | "groups") => string): string =>
  `${is("user")} has ${is("roles")}${["", "none"].includes(is("groups")) ? "" : `, through ${is("groups")}`}`

/** Sentences about the steps that a request has passed. */
const CHECKS = {
  user_known: { section: "errors.md section 2", says: ({ is }) => `${is("user")} sends the request` },
  user_needless: { section: "errors.md section 2", says: () => "the operation needs no user" },
  datastore_shown: {
    section: "model.md section 3",
    says: ({ is, oneOf }) =>
      `role ${oneOf("datastore_roles")} shows the datastore ${is("datastore")}; ${heldRoles(is)}`,
  },
  place_found: {
    section: "errors.md section 2",
    says: ({ is }) => (is("value") === "" ? "the operation needs no place" : `${is("value")} exists`),
  },
  action_allowed: {
    section: "model.md section 6",
    says: ({ is, oneOf }) => `role ${oneOf("action_roles")} may run ${is("action")}; ${heldRoles(is)}`,
  },
  operation_allowed: { section: "errors.md section 2", says: ({ is }) => `${is("user")} may use the operation` },
  parameters_valid: { section: "errors.md section 2", says: () => "the parameters are valid" },
  item_shown: {
    section: "model.md section 4",
    says: ({ is }) => `${is("user")} sees the item ${is("item")} by ${is("value")}`,
  },
  status_offered: {
    section: "model.md section 6",
    says: ({ is, oneOf }) => `${is("action")} runs from status ${oneOf("statuses")}, the item is ${is("status")}`,
  },
  revision_equal: { section: "model.md section 7", says: ({ is }) => `the item has revision ${is("revision")}` },
  revision_forced: {
    section: "model.md section 7",
    says: ({ is }) => `the request is forced: the item's revision ${is("revision")} is not compared`,
  },
  script_passed: { section: "model.md section 9", says: ({ is }) => `the pre script of ${is("action")} accepted` },
  values_valid: { section: "model.md section 5.6", says: () => "the values are valid" },
} as const satisfies Record<string, CauseForm>

export type CheckKind = keyof typeof CHECKS

export const CHECK_KINDS = Object.keys(CHECKS) as [CheckKind, ...CheckKind[]]

/** Returns the sentence about a passed step, and the section of the reference that has its rule. */
export function explainCheck(kind: CheckKind, facts: Facts): { readonly says: string; readonly section: string } {
  const { says, section } = CHECKS[kind]
  return { says: says(textsOf(facts)), section }
}

/** Sentences about the changes of ways to success. */
const MOVES = {
  value_sent: ({ is }) => `send ${is("field")} ${is("value")}`,
  member_omitted: ({ is }) => `omit ${is("field")}`,
  revision_sent: ({ is }) => `send the revision ${is("revision")}`,
  update_forced: () => "force the update",
  action_chosen: ({ is }) => `run ${is("action")}`,
  datastore_named: ({ is }) => `name the datastore ${is("datastore")}`,
  user_chosen: ({ is }) => `send the request as ${is("user")}`,
  role_given: ({ is }) => `give ${is("user")} the role ${is("roles")}`,
  group_joined: ({ is }) => `add ${is("user")} to the group ${is("groups")}`,
  key_given: ({ is }) => `publish the item ${is("item")} to ${is("user")}`,
  status_changed: ({ is }) => `bring the item to ${is("status")} with ${is("action")}`,
  workspace_chosen: ({ is }) => `select the workspace ${is("value")} as ${is("user")}`,
} as const satisfies Record<string, CauseForm["says"]>

export type MoveKind = keyof typeof MOVES

export const MOVE_KINDS = Object.keys(MOVES) as [MoveKind, ...MoveKind[]]

export const moveText = (kind: MoveKind, facts: Facts): string => MOVES[kind](textsOf(facts))
