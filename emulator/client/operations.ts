import type {
  AnswerOf,
  BodyInputOf,
  ClientRow,
  FormOf,
  OperationName,
  OperationTable,
  ParamsOf,
  QueryOf,
} from "../api/index.ts"
import type { ClientOptions, DryRunOptions } from "./client-options.ts"
import type { DryRunClient } from "./dry-run-client.ts"
import type { Requests, Responses, WireClient } from "./requests.ts"

/** Result of an operation whose response is not JSON. */
export interface Bytes {
  /** Media type of the response. */
  readonly contentType: string
  /** Content of the response. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** File name in the Content-Disposition header; null if the header has none. */
  readonly filename: string | null
}

/** Adds a part, such as `params`, to an operation's input. The part is optional if all of its properties are optional. */
type Part<T, P> = [T] extends [undefined] ? unknown : Record<never, never> extends T ? P : P & Required<P>

interface ParamsPart<T> {
  /** Path parameters. */
  readonly params?: T
}

interface QueryPart<T> {
  /** Query parameters. */
  readonly query?: T
}

interface BodyPart<T> {
  /** The JSON body. */
  readonly body?: T
}

interface FormFields<T> {
  /** Text fields of the form, sent with the file. */
  readonly form?: T
}

interface FilePart {
  /** File to upload. */
  readonly file: Blob
}

type FormPart<R extends ClientRow> = "form" extends keyof R
  ? Part<FormOf<R>, FormFields<FormOf<R>>> & ("file" extends keyof R ? FilePart : unknown)
  : unknown

type JsonPart<R extends ClientRow> = R["answer"] extends { readonly kind: "redirect" }
  ? {
      /** Whether to request JSON instead of the redirect. */
      readonly json?: boolean
    }
  : unknown

export interface RequestOptions {
  /** Additional headers, which override the client's own. */
  readonly headers?: Readonly<Record<string, string>>
  /** Aborts the call. The call then rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

/** Input of an operation. */
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
  JsonPart<R> &
  RequestOptions

type Csv = { readonly [N in "format"]: "csv" }
type CsvInBody = { readonly [N in "body"]: Csv }
type CsvInQuery = { readonly [N in "query"]: Csv }
type WantsCsv = CsvInBody | CsvInQuery
type WantsJson = { readonly [N in "json"]: true }

/** Result of a call: JSON, a redirect's target, bytes, or a CSV string if the input requests CSV. */
export type ResultOf<R extends ClientRow, I, A = AnswerOf<R, Bytes>> = R["answer"] extends { readonly kind: "redirect" }
  ? I extends WantsJson
    ? A
    : {
        /** Target URL of the redirect. */
        readonly location: string
      }
  : R["answer"] extends { readonly kind: "csv" }
    ? I extends WantsCsv
      ? string
      : A
    : A

type Result<N extends OperationName, I> = Promise<ResultOf<OperationTable[N], I, Responses[N]>>

/** Signatures of an operation, one per kind of result. They are not generic, so that editors document each option. */
export type WireOperation<N extends OperationName> = OperationTable[N]["answer"] extends { readonly kind: "redirect" }
  ? Asking<N, WantsJson> & Call<N>
  : OperationTable[N]["answer"] extends { readonly kind: "csv" }
    ? Asking<N, OperationTable[N] extends { readonly body: unknown } ? CsvInBody : CsvInQuery> & Call<N>
    : Call<N>

/** A call whose input selects the kind of result. The mapped type keeps the input's documentation. */
type Asking<N extends OperationName, W> = (input: Requests[N] & W) => Result<N, W>

type Call<N extends OperationName> =
  Record<never, never> extends Requests[N]
    ? (input?: Requests[N]) => Result<N, Requests[N]>
    : (input: Requests[N]) => Result<N, Requests[N]>

/**
 * Every documented operation of the API by its name in camelCase. Each takes the parts of its request (`params`,
 * `query`, `body`, `form`, `file`) and returns the response's JSON. Refusals reject with `ApiError` (docs/client.md).
 */
export type Client = WireClient & {
  /** Returns a client whose calls are dry runs: they change nothing, and resolve with the response and the request's ID. */
  with(options: DryRunOptions): DryRunClient
  /** Returns a copy of this client with other options, e.g. the token of another user. */
  with(options: ClientOptions): Client
}
