import { isSecretName } from "../../model/index.ts"

/** Kinds of secrets, which the placeholders name. */
export type SecretKind = "token" | "password" | "confirmation" | "cookie"

/** Operations whose parameter or member `id` is the ID of a confirmation. */
const CONFIRM_BY_ID = new Set(["SetNewPassword", "ValidatePassword", "ConfirmRegistration"])

/** Operation of all GraphQL requests. */
export const GRAPHQL_REQUEST = "GraphQL"

/** REST members whose names suggest a secret, but whose values are settings of the API or names of fields. */
const NO_SECRETS = new Set(["key", "send_password_to_email", "use_password_policy"])

/**
 * Returns the kind of secret in JSON members, form fields, parameters and headers of this name; undefined if their values are no secrets.
 * Names that the request log hides are secrets.
 */
export function secretKindOf(name: string, operation: string): SecretKind | undefined {
  if (name === "id" && CONFIRM_BY_ID.has(operation)) return "confirmation"
  if (!isSecretName(name) || (NO_SECRETS.has(name) && operation !== GRAPHQL_REQUEST)) return undefined
  if (/confirmation/i.test(name)) return "confirmation"
  return /pass|pwd/i.test(name) ? "password" : "token"
}
