import type * as z from "zod"
import type { Actor } from "../../src/access/index.ts"
import type { DomainResultOf, Engine, Operation } from "../../src/engine/index.ts"
import type { Lang, Refusing, UId } from "../../src/model/index.ts"
import { lazy } from "../../src/model/input/index.ts"
import type { View } from "../../src/state/index.ts"
import {
  type AnswerOf,
  type ClientRow,
  type DeclaredRow,
  PATH_PROPERTIES,
  type WireInput,
  wireInputOf,
} from "../api/index.ts"
import type { RequestHeaders } from "../wire/index.ts"

/** The arguments of a root by name, coerced to their types in the schema. */
export type Arguments = Readonly<Record<string, unknown>>

type InputOf<O> = O extends Operation<infer S, infer _R, infer _A> ? z.output<S> : never

/** A row of the contract, with the types of its operation and response. */
type TypedRow = ClientRow & { readonly operation: Operation }

/** A call of a root, for the functions of its declaration. `P` is the type of the REST response. */
export interface RootCall<I = unknown, P = unknown> {
  readonly args: Arguments
  /** The operation's input. Not set yet when `toWire` runs. */
  readonly input: I
  readonly engine: Engine
  /** The world after the operation; before the operation when `toWire` runs. */
  readonly view: View
  /** The language of names. */
  readonly lang: Lang
  /** The caller. Throws for a public root. */
  readonly actor: Actor
  readonly uId: UId
  readonly token: string | null
  readonly headers: RequestHeaders
  /** Returns whether the request selects a field of the root's result. */
  selects(field: string): boolean
  /** Returns the response of the REST operation. The root's row must have a presenter. */
  present(): P
  /** Runs another operation as the same caller, and returns its REST response. */
  rest<R extends TypedRow>(row: R, input: InputOf<R["operation"]>): Promise<AnswerOf<R>>
}

/** A root of the GraphQL schema: an operation under other names (graphql.md section 3). */
export interface Root {
  readonly operation: Operation
  /** The REST operation's row; undefined if the operation has no REST request. */
  readonly row: DeclaredRow | undefined
  /** Describes the error responses: those of the row or, without a row, those of the operation. */
  readonly refusing: Refusing
  readonly wireInput: () => WireInput
  readonly toWire: ((args: never, call: RootCall) => object | Promise<object>) | undefined
  readonly answer: (result: never, call: RootCall<never>) => unknown
  readonly workspace: ((args: never) => string | undefined) | undefined
  readonly carriesFiles: boolean
}

type OperationIn<S> = S extends { readonly operation: infer O extends Operation } ? O : S extends Operation ? S : never

type ResponseIn<S> = S extends ClientRow ? AnswerOf<S> : never

interface RootFacts<S, O = OperationIn<S>> {
  /**
   * Returns properties of the equivalent REST request by wire name. They are added to the arguments and take precedence
   * over them. Needed only where argument names and wire names differ.
   */
  readonly toWire?: (args: never, call: RootCall) => object | Promise<object>
  /** Converts the domain result to the root's type in the schema. Default: the REST operation's response. */
  readonly answer?: (result: DomainResultOf<O>, call: RootCall<InputOf<O>, ResponseIn<S>>) => unknown
  /** Returns the workspace in which the operation runs. Default: the caller's current workspace. */
  readonly workspace?: (args: never) => string | undefined
  /** True if arguments or result contain files. The request log then has only their sizes. */
  readonly carriesFiles?: boolean
}

/**
 * Declares a root. `source` is the contract row of the REST operation with the same rules, or an operation that has no
 * row. By default the members of all arguments become the operation's input under the names of the REST request, and
 * the REST response is the result:
 *
 * ```ts
 * workspaces: root(table.getWorkspaces),
 * logout: root(table.logout, { answer: () => SUCCESS }),
 * ```
 */
export function root<S extends Operation | { readonly operation: Operation }>(
  source: S,
  facts: RootFacts<S> = {},
): Root {
  const row = "operation" in source ? (source as unknown as DeclaredRow) : undefined
  const operation = row?.operation ?? (source as Operation)
  return {
    operation,
    row,
    refusing: row ?? operation,
    wireInput: row?.jsonInput ?? lazy(() => jsonInputOf(operation)),
    toWire: facts.toWire,
    answer: (facts.answer ?? ((_, call) => call.present())) as Root["answer"],
    workspace: facts.workspace,
    carriesFiles: facts.carriesFiles ?? false,
  }
}

/** Describes the input of an operation without a row. IDs of places are read like path parameters. */
const jsonInputOf = (operation: Operation): WireInput =>
  wireInputOf(operation, {
    part: "body",
    bodyToo: false,
    wholeBody: undefined,
    parameters: Object.keys(PATH_PROPERTIES),
    wire: {},
    wireOnly: {},
  })

/** The result of roots that only report success. */
export const SUCCESS = { success: true, data: null } as const
/** The result of roots that only report errors. */
export const NO_ERROR = { error: null } as const
