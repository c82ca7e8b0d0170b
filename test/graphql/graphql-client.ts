import {
  buildSchema,
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  isObjectType,
  isScalarType,
} from "graphql"
import { SDL } from "../../emulator/graphql/sdl.ts"
import { type App, createApp } from "../../emulator/index.ts"
import { isWorld, type World } from "../../src/world/index.ts"

const schema = buildSchema(SDL)

/** An error in a GraphQL response. */
export interface GraphqlError {
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly locations?: readonly object[]
  readonly extensions: { readonly code: string; readonly status: number; readonly response?: unknown }
}

export interface GraphqlAnswer {
  readonly status: number
  // Tests read members of results whose types only the schema knows.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly data: any
  readonly errors: readonly GraphqlError[]
  readonly headers: Headers
}

/** A client of the GraphQL endpoint. Checks every response against graphql.md section 1.2. */
export interface GraphqlClient {
  /** Sends a document. */
  send(query: string, variables?: object, headers?: Record<string, string>): Promise<GraphqlAnswer>
  /** Calls a root with all fields of its result, and returns the root's value. Throws if the root was refused. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of results whose types only the schema knows
  root(name: string, args?: object): Promise<any>
  /** Calls a root that must be refused, and returns its only error. */
  refused(name: string, args?: object): Promise<GraphqlError>
}

export function graphqlClient(target: App | World, token?: string): GraphqlClient {
  const app = isWorld(target) ? createApp({ world: target }) : target
  const send: GraphqlClient["send"] = async (query, variables, headers = {}) => {
    const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const response = await app.fetch(
      new Request("http://hexarium/graphql", {
        method: "POST",
        headers: { "content-type": "application/json", ...authorization, ...headers },
        body: JSON.stringify({ query, variables }),
      }),
    )
    return read(response)
  }
  const call = (name: string, args: object = {}) => send(documentOf(name, args), args)
  return {
    send,
    async root(name, args) {
      const { data, errors } = await call(name, args)
      if (errors.length > 0) throw new Error(`${name}: ${JSON.stringify(errors)}`)
      return data[name]
    },
    async refused(name, args) {
      const { data, errors } = await call(name, args)
      const [error] = errors
      if (error === undefined || errors.length > 1) throw new Error(`${name}: ${JSON.stringify({ data, errors })}`)
      return error
    },
  }
}

async function read(response: Response): Promise<GraphqlAnswer> {
  const { status, headers } = response
  if (!headers.get("content-type")?.startsWith("application/json")) throw new Error("the response is not JSON")
  const body = (await response.json()) as { data?: unknown; errors?: readonly GraphqlError[] }
  const { errors, data } = body
  if (errors === undefined ? data == null : errors.length === 0) throw new Error(`odd response ${JSON.stringify(body)}`)
  if ((status === 200) !== "data" in body) throw new Error(`status ${status} with ${JSON.stringify(body)}`)
  return { status, data: data ?? null, errors: errors ?? [], headers }
}

/** Returns a document that calls a root with the given arguments as variables, and selects all fields of its result. */
export function documentOf(name: string, args: object): string {
  const [kind, field] = rootField(name)
  const given = field.args.filter((argument) => argument.name in args)
  const declared = given.map((argument) => `$${argument.name}: ${argument.type}`).join(", ")
  const passed = given.map((argument) => `${argument.name}: $${argument.name}`).join(", ")
  const inBrackets = (text: string) => (text === "" ? "" : `(${text})`)
  return `${kind} ${name}${inBrackets(declared)} { ${name}${inBrackets(passed)} ${selectionOf(field.type, 6)} }`
}

function rootField(name: string): readonly [string, GraphQLField<unknown, unknown>] {
  const query = schema.getQueryType()?.getFields()[name]
  if (query !== undefined) return ["query", query]
  const mutation = schema.getMutationType()?.getFields()[name]
  if (mutation === undefined) throw new Error(`the schema has no root ${name}`)
  return ["mutation", mutation]
}

function selectionOf(output: GraphQLOutputType, depth: number): string {
  const type = getNamedType(output)
  if (!isObjectType(type)) return ""
  const fields = Object.values(type.getFields()).filter((field) => depth > 1 || isScalarType(getNamedType(field.type)))
  return `{ ${fields.map((field) => `${field.name} ${selectionOf(field.type, depth - 1)}`).join(" ")} }`
}
