import type { Engine, RepeatableCall } from "../engine/index.ts"
import { DomainError, type ExplainedCall, isSecretName, type UId } from "../model/index.ts"
import { isObject, type JsonObject, parseInput } from "../model/input/index.ts"
import type { View } from "../state/index.ts"
import { referenceTo } from "./facts.ts"
import { issuesOf } from "./issues.ts"
import {
  type ChangeCall,
  type Edit,
  type InputIssue,
  type TrialOutcome,
  type TriedRequest,
  withEdits,
} from "./tried-request.ts"

const OK = 200

/** Waits for a call. Rejects for errors other than refusals. */
export const attempt = (call: Promise<unknown>): Promise<TrialOutcome> =>
  call.then(
    () => ({ status: OK, refusal: null }),
    (error: unknown) => {
      if (!(error instanceof DomainError)) throw error
      return { status: error.status, refusal: error }
    },
  )

/** A call in this process. */
export class TriedCall implements TriedRequest<ExplainedCall> {
  readonly #call: RepeatableCall

  constructor(call: RepeatableCall) {
    this.#call = call
  }

  get operation() {
    return this.#call.operation
  }

  get uId() {
    return this.#call.uId
  }

  get wId() {
    return this.#call.wId
  }

  get input(): JsonObject {
    const { input } = this.#call
    return isObject(input) ? input : {}
  }

  listIssues(): readonly InputIssue[] {
    const { operation, input } = this.#call
    const parsed = parseInput(operation.input(), input)
    return parsed.success ? [] : issuesOf(parsed.issues, input)
  }

  edit(edits: readonly Edit[]): TriedCall {
    return new TriedCall({ ...this.#call, input: withEdits(this.#call.input, edits) })
  }

  sendAs(uId: UId): TriedCall {
    return new TriedCall({ ...this.#call, uId, wId: undefined })
  }

  run(engine: Engine): Promise<TrialOutcome> {
    const { run, uId, wId, input } = this.#call
    return attempt(run(uId === null ? { engine } : { engine, uId, wId }, input))
  }

  show(view: View): ExplainedCall | undefined {
    const { operation, uId } = this.#call
    return showCall(view, { operation: nameOf(operation.name), uId, input: this.input })
  }

  showChange(view: View, call: ChangeCall): ExplainedCall | undefined {
    return showCall(view, call)
  }
}

/** Returns the name of an operation in `world.as(user)`. */
const nameOf = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

function showCall(
  view: View,
  { operation, uId, input }: Omit<ChangeCall, "uId"> & { readonly uId: UId | null },
): ExplainedCall | undefined {
  if (hasSecret(input)) return undefined
  const user = uId === null ? undefined : view.get("users", uId)
  return { operation, ...(user !== undefined && { as: referenceTo(user) }), input }
}

const hasSecret = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  !(value instanceof Uint8Array) &&
  Object.entries(value).some(([name, member]) => isSecretName(name) || hasSecret(member))
