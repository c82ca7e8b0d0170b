import { answerRefusal, type DomainError, type RefusalNames, type Refusing } from "../../src/model/index.ts"
import { graphqlJs } from "./graphql-js.ts"

/** Returns the GraphQL error of a refused root (graphql.md section 1.3). */
export function refusalError(error: DomainError, refusing: Refusing | null, names: RefusalNames) {
  const { status, code, body } = answerRefusal(error, refusing, names)
  const response = typeof body === "object" && body !== null ? body : undefined
  const message = error.reason === "token" && code === "UNAUTHORIZED" ? "TOKEN_INVALID" : (messageIn(response) ?? code)
  return new graphqlJs.code.GraphQLError(message, {
    extensions: { code, status, ...(response !== undefined && { response }) },
  })
}

/** Returns the first text in a REST error body that describes the error. */
function messageIn(body: object | undefined): string | undefined {
  const { errors, error, message, description } = (body ?? {}) as Readonly<Record<string, unknown>>
  const element: unknown = Array.isArray(errors) ? errors[0] : Array.isArray(error) ? error[0] : undefined
  const first = (typeof element === "object" && element !== null ? element : {}) as Readonly<Record<string, unknown>>
  return [first.description, first.error, error, message, description].find(isText)
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== ""

/** Codes of errors that the gateway itself reports. */
export type GatewayCode =
  | "GRAPHQL_PARSE_FAILED"
  | "GRAPHQL_VALIDATION_FAILED"
  | "BAD_USER_INPUT"
  | "BAD_REQUEST"
  | "SYSTEM_ERROR"

/** An error of a request that was not executed, in the form of the response. */
export interface GatewayError {
  readonly message: string
  readonly locations?: readonly { readonly line: number; readonly column: number }[]
  readonly path?: readonly (string | number)[]
  readonly extensions: { readonly code: string; readonly status: number }
}

/** Refuses the whole request before any root runs. */
export class RefusedRequest extends Error {
  readonly status: number
  readonly errors: readonly GatewayError[]

  constructor(status: number, errors: readonly GatewayError[]) {
    super(errors[0]?.message)
    this.status = status
    this.errors = errors
  }
}

export const refusedRequest = (message: string, code: GatewayCode = "BAD_REQUEST", status = 400): RefusedRequest =>
  new RefusedRequest(status, [{ message, extensions: { code, status } }])

/** Maximum number of errors in a response. */
export const MAX_ERRORS = 100
/** Maximum length of a message in characters. Messages about invalid values contain the values. */
const MAX_MESSAGE_CHARACTERS = 1000

/** Converts errors of the package graphql to the gateway's errors. */
export const refusedBy = (
  errors: readonly { toJSON(): Omit<GatewayError, "extensions"> }[],
  code: GatewayCode,
): RefusedRequest =>
  new RefusedRequest(
    400,
    errors.slice(0, MAX_ERRORS).map((error) => {
      const json = error.toJSON()
      return { ...json, message: json.message.slice(0, MAX_MESSAGE_CHARACTERS), extensions: { code, status: 400 } }
    }),
  )
