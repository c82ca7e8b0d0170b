import type { AnswerOf, BodyInputOf, ClientRow, FormOf, ParamsOf, QueryOf } from "../api/contract/row.ts"
import type { OperationName, OperationTable } from "../api/contract/table.ts"
import type { ClientOptions } from "./client-options.ts"

/** The bytes of an answer that is not JSON. */
export interface Bytes {
  /** Media type, as the answer gives it. */
  readonly contentType: string
  /** The bytes themselves. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Of the Content-Disposition, where the answer has one. */
  readonly filename: string | null
}

/** A part of a request, which may be left out when nothing in it is required. */
type Part<T, P> = [T] extends [undefined] ? unknown : Record<never, never> extends T ? P : P & Required<P>

interface ParamsPart<T> {
  /** Parameters of the path. */
  readonly params?: T
}

interface QueryPart<T> {
  /** Parameters of the query. */
  readonly query?: T
}

interface BodyPart<T> {
  /** The JSON body. */
  readonly body?: T
}

interface FormFields<T> {
  /** Text parts of the form, beside the file. */
  readonly form?: T
}

interface FilePart {
  /** The file that the form uploads. */
  readonly file: Blob
}

type FormPart<R extends ClientRow> = "form" extends keyof R
  ? Part<FormOf<R>, FormFields<FormOf<R>>> & ("file" extends keyof R ? FilePart : unknown)
  : unknown

type JsonPart<R extends ClientRow> = R["answer"] extends { readonly kind: "redirect" }
  ? {
      /** Ask for the JSON variant instead of the redirect. */
      readonly json?: boolean
    }
  : unknown

/** What a call of an operation takes. */
export type InputOf<R extends ClientRow> = (keyof ParamsOf<R> extends never
  ? unknown
  : Part<ParamsOf<R>, ParamsPart<ParamsOf<R>>>) &
  ("query" extends keyof R ? Part<QueryOf<R>, QueryPart<QueryOf<R>>> : unknown) &
  ("body" extends keyof R
    ? R["method"] extends "get"
      ? unknown
      : Part<BodyInputOf<R>, BodyPart<BodyInputOf<R>>>
    : unknown) &
  FormPart<R> &
  JsonPart<R> & {
    /** Headers to send besides the client's own; one of the same name replaces it. */
    readonly headers?: Readonly<Record<string, string>>
    /** Gives the call up: it then rejects with the signal's reason. */
    readonly signal?: AbortSignal
  }

type Csv = { readonly [N in "format"]: "csv" }
type CsvInBody = { readonly [N in "body"]: Csv }
type CsvInQuery = { readonly [N in "query"]: Csv }
type WantsCsv = CsvInBody | CsvInQuery
type WantsJson = { readonly [N in "json"]: true }

/** What a call answers: JSON; where a redirect leads; bytes; CSV as text when the call asked for it. */
export type ResultOf<R extends ClientRow, I> = R["answer"] extends { readonly kind: "redirect" }
  ? I extends WantsJson
    ? AnswerOf<R>
    : {
        /** Where the redirect leads. */
        readonly location: string
      }
  : R["answer"] extends { readonly kind: "csv" }
    ? I extends WantsCsv
      ? string
      : AnswerOf<R>
    : AnswerOf<R, Bytes>

/** The same by an operation's name, which is all that editors show of it. */
type WireInput<N extends OperationName> = InputOf<OperationTable[N]>

/** Where the answer follows from what was asked for, there is a call for each; none takes a type, so that editors tell of each option. */
type Operation<N extends OperationName> = OperationTable[N]["answer"] extends { readonly kind: "redirect" }
  ? Asking<N, WantsJson> & Call<N>
  : OperationTable[N]["answer"] extends { readonly kind: "csv" }
    ? Asking<N, OperationTable[N] extends { readonly body: unknown } ? CsvInBody : CsvInQuery> & Call<N>
    : Call<N>

/** A call that says what it is to be answered. What it says is mapped, and so leaves the meaning of its members to the input's own. */
type Asking<N extends OperationName, W> = (input: WireInput<N> & W) => Promise<ResultOf<OperationTable[N], W>>

type Call<N extends OperationName> =
  Record<never, never> extends WireInput<N>
    ? (input?: WireInput<N>) => Promise<ResultOf<OperationTable[N], WireInput<N>>>
    : (input: WireInput<N>) => Promise<ResultOf<OperationTable[N], WireInput<N>>>

/** Every operation of the API by its name in camelCase, typed from the contract: what goes over the wire. */
export type WireClient = {
  readonly [N in keyof OperationTable]: Operation<N>
}

/**
 * Every documented operation of the API by its name in camelCase, in the API's own form: the parts of its request go in (`params`, `query`,
 * `body`, `form`, `file`), its JSON comes out. Refusals reject with `ApiError` (docs/client.md).
 */
export type Client = WireClient & {
  /** The same client with other options, e.g. the token of another user. */
  with(options: ClientOptions): Client
}
