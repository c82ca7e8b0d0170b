import type { Engine } from "../../src/engine/index.ts"
import type {
  ChangeCall,
  Edit,
  InputIssue,
  InputPath,
  OutcomeHeaders,
  TrialOutcome,
  TriedRequest,
} from "../../src/insight/index.ts"
import { issuesOf, referenceTo, withEdit } from "../../src/insight/index-explanations.ts"
import type { UId, WId } from "../../src/model/index.ts"
import { isObject, type JsonObject, parseInput } from "../../src/model/input/index.ts"
import type { View } from "../../src/state/index.ts"
import {
  API,
  assemble,
  type DeclaredRow,
  matchOperation,
  notFoundReply,
  type Row,
  routesOf,
  runOperation,
  table,
} from "../api/index.ts"
import type { Reply } from "../wire/index.ts"
import { fillPath, queryText, renderCall } from "./render-call.ts"
import type { ShownRequest } from "./shown-request.ts"

/** A request to explain, as a client sends it. */
export interface GivenRequest {
  readonly method: string
  readonly path: string
  /** The caller; null if the request has no valid token. */
  readonly uId: UId | null
  readonly wId?: WId | undefined
  /** The JSON body; undefined if there is none. */
  readonly body: unknown
  /** The body as it was sent, if it is no JSON. */
  readonly raw?: Uint8Array | undefined
  readonly headers?: OutcomeHeaders | undefined
  /** Whether the request contains a password, a token or a confirmation ID. Ways then show no request. */
  readonly hasSecrets: boolean
  readonly ignoresUnknownFields: boolean
}

/** A request to /api/v0, which runs through the pipeline. */
export class TriedApiRequest implements TriedRequest<ShownRequest> {
  readonly #given: GivenRequest
  readonly #inApi: string
  readonly #query: Readonly<Record<string, string>>
  readonly #match: ReturnType<typeof matchOperation>

  constructor(given: GivenRequest) {
    this.#given = given
    const [path = "", query] = given.path.split("?")
    this.#inApi = path.slice(API.length)
    this.#query = Object.fromEntries(new URLSearchParams(query))
    this.#match = matchOperation(given.method, this.#inApi)
  }

  get uId() {
    return this.#given.uId
  }

  get wId() {
    return this.#given.wId
  }

  get operation() {
    return this.#row?.operation ?? null
  }

  get #row(): DeclaredRow | undefined {
    const { operation } = this.#match
    const row: Row | undefined = operation && table[operation]
    return row !== undefined && "operation" in row ? (row as DeclaredRow) : undefined
  }

  /** The properties outside the path, by their names in the request. */
  get #sent(): JsonObject {
    const { body } = this.#given
    const ofBody = isObject(body) ? body : {}
    if (this.#row?.part !== "query") return ofBody
    return { ...ofBody, ...this.#query }
  }

  get input(): JsonObject {
    const row = this.#row
    if (row === undefined || this.#match.operation === undefined) return {}
    const input = assemble(row.wireInput(), this.#match.params, this.#sent)
    return row.wholeBody === undefined ? input : { ...input, [row.wholeBody]: this.#given.body }
  }

  listIssues(): readonly InputIssue[] {
    const row = this.#row
    if (row === undefined) return []
    const { schemas, locations } = row.wireInput()
    return schemas.flatMap(([, schema]) => {
      const parsed = parseInput(schema, this.#sent)
      if (parsed.success) return []
      return issuesOf(parsed.issues, this.#sent).flatMap((issue) => {
        const [name, ...rest] = issue.path
        const at = locations.find(({ path, names }) => path.length === 1 && names.includes(name))
        return at === undefined ? [] : [{ ...issue, path: [at.path[0], ...rest] as InputPath }]
      })
    })
  }

  edit(edits: readonly Edit[]): TriedApiRequest | undefined {
    return edits.reduce<TriedApiRequest | undefined>(
      (tried, one) => (tried === undefined ? undefined : tried.#editOne(one)),
      this,
    )
  }

  #editOne({ path: [property, ...rest], value }: Edit): TriedApiRequest | undefined {
    const row = this.#row
    const given = this.#given
    const match = this.#match
    if (row === undefined || match.operation === undefined || given.raw !== undefined) return undefined
    const at = row.wireInput().locations.find(({ path }) => path.length === 1 && path[0] === property)
    const { params } = match
    const parameter = at?.parameters.find((name) => params[name] !== undefined)
    if (parameter !== undefined) {
      const template = routesOf(row).find(
        ({ method, path }) =>
          method.toUpperCase() === given.method && fillPath(path, params) === escapeSegments(this.#inApi),
      )
      if (template === undefined || typeof value !== "string" || rest.length > 0) return undefined
      const path = fillPath(template.path, { ...params, [parameter]: value })
      return new TriedApiRequest({ ...given, path: API + path + queryText(this.#query) })
    }
    const name = at?.names.find((one) => this.#sent[one] !== undefined) ?? at?.names[0]
    if (name === undefined) return undefined
    if (row.part === "query") {
      const query = withEdit(this.#query, [name, ...rest], value) as JsonObject
      return new TriedApiRequest({ ...given, path: API + this.#inApi + queryText(query) })
    }
    return new TriedApiRequest({ ...given, body: withEdit(given.body ?? {}, [name, ...rest], value) })
  }

  sendAs(uId: UId): TriedApiRequest {
    return new TriedApiRequest({ ...this.#given, uId, wId: undefined })
  }

  async run(engine: Engine): Promise<TrialOutcome> {
    const { method, body, raw, uId, wId, headers, ignoresUnknownFields } = this.#given
    const match = this.#match
    if (match.operation === undefined) {
      return outcomeOfReply(notFoundReply(match, method, API + this.#inApi))
    }
    const bytes = raw ?? new TextEncoder().encode(body === undefined ? "" : JSON.stringify(body))
    const { reply, bug } = await runOperation(engine, {
      operation: match.operation,
      params: match.params,
      query: () => this.#query,
      headers: headersOf(headers),
      body: async () => bytes,
      form: async () => ({ fields: {}, files: [] }),
      ignoresUnknownFields,
      actAs: table[match.operation].auth === "public" || uId === null ? undefined : uId,
      actIn: wId,
    })
    if (bug !== undefined) throw bug
    return outcomeOfReply(reply)
  }

  show(view: View): ShownRequest | undefined {
    const { method, path, uId, body, hasSecrets } = this.#given
    return hasSecrets ? undefined : requestToShow(view, uId, { method, path, ...(body !== undefined && { body }) })
  }

  showChange(view: View, { operation, uId, input }: ChangeCall): ShownRequest {
    return requestToShow(view, uId, renderCall(operation, input))
  }
}

/** Returns the headers of a request. Its content type is JSON by default. */
export const headersOf = (headers: OutcomeHeaders = {}): Pick<Headers, "get"> => ({
  get: (name) => {
    const value = headers[name as keyof OutcomeHeaders] ?? (name === "content-type" ? "application/json" : null)
    return value === "" ? null : value
  },
})

const outcomeOfReply = ({ status, refused }: Reply): TrialOutcome => ({ status, refusal: refused?.error ?? null })

/** Returns a path whose segments are escaped as `fillPath` escapes them. */
const escapeSegments = (path: string): string =>
  path
    .split("/")
    .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
    .join("/")

export function requestToShow(
  view: View,
  uId: UId | null,
  { method, path, ...more }: Pick<ShownRequest, "method" | "path" | "body">,
): ShownRequest {
  const user = uId === null ? undefined : view.get("users", uId)
  return { method, path, ...(user !== undefined && { as: referenceTo(user) }), ...more }
}

/** Returns whether a request uploads a form, which the request log does not keep. */
export function takesForm(method: string, path: string): boolean {
  const { operation } = matchOperation(method, path.split("?")[0]?.slice(API.length) ?? "")
  const row: Row | undefined = operation && table[operation]
  return row?.form !== undefined || row?.file !== undefined
}
