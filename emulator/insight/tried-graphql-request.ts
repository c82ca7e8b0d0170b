import type { Engine } from "../../src/engine/index.ts"
import type { ChangeCall, TrialOutcome, TriedRequest } from "../../src/insight/index.ts"
import { invalidParams, LazyModule, type UId } from "../../src/model/index.ts"
import { isObject } from "../../src/model/input/index.ts"
import type { View } from "../../src/state/index.ts"
import { EngineWorld } from "../../src/world/index.ts"
import { GRAPHQL } from "../graphql/index.ts"
import { answerRoom } from "../wire/index.ts"
import { RequestEntry, RequestLog } from "../worlds/index.ts"
import { renderCall } from "./render-call.ts"
import type { ShownRequest } from "./shown-request.ts"
import { type GivenRequest, requestToShow } from "./tried-api-request.ts"

const gateway = new LazyModule(async () => (await import("../graphql/gateway.ts")).loadGateway())

type RefusedRoot = NonNullable<Awaited<ReturnType<Awaited<ReturnType<typeof gateway.load>>>>["refused"]>

/** A request to /graphql. Its operation and input are those of the first root that was refused. */
export class TriedGraphqlRequest implements TriedRequest<ShownRequest> {
  readonly #given: GivenRequest
  #refused: RefusedRoot | undefined

  constructor(given: GivenRequest) {
    this.#given = given
  }

  get uId() {
    return this.#given.uId
  }

  get wId() {
    return this.#given.wId
  }

  get operation() {
    return this.#refused?.operation ?? null
  }

  get input() {
    return this.#refused?.input ?? {}
  }

  listIssues() {
    return []
  }

  /** A document has its values at any place, so its text is not changed. */
  edit(): undefined {
    return undefined
  }

  sendAs(uId: UId): TriedGraphqlRequest {
    return new TriedGraphqlRequest({ ...this.#given, uId, wId: undefined })
  }

  async run(engine: Engine): Promise<TrialOutcome> {
    if (!(engine instanceof EngineWorld)) throw new Error("GraphQL needs a whole world")
    const { body, uId, ignoresUnknownFields } = this.#given
    const answer = await gateway.load()
    const { reply, refused, bug } = await answer({
      world: engine,
      headers: { get: (name) => (name === "content-type" ? "application/json" : null) },
      observer: { via: undefined, uId: uId ?? undefined, isObserving: false },
      entry: new RequestEntry(new RequestLog(0), engine.now, {
        method: "POST",
        path: GRAPHQL,
        isPathCut: false,
        operation: null,
        token: null,
      }),
      bytes: new TextEncoder().encode(JSON.stringify(body)),
      json: body,
      place: { room: answerRoom, gone: () => new AbortController().signal, outgoing: undefined },
      isStrict: !ignoresUnknownFields,
    })
    if (bug !== undefined) throw bug
    this.#refused = refused
    return { status: reply.status, refusal: refused?.refusal ?? refusalOf(String(reply.body)) }
  }

  show(view: View): ShownRequest | undefined {
    const { method, path, uId, body, hasSecrets } = this.#given
    return hasSecrets ? undefined : requestToShow(view, uId, { method, path, body })
  }

  showChange(view: View, { operation, uId, input }: ChangeCall): ShownRequest {
    return requestToShow(view, uId, renderCall(operation, input))
  }
}

/** Returns the refusal of a document that ran no root, such as one with a syntax error. */
function refusalOf(answer: string) {
  const parsed: unknown = JSON.parse(answer)
  const errors = isObject(parsed) && Array.isArray(parsed.errors) ? parsed.errors : []
  const texts = errors.flatMap((error: unknown) => (isObject(error) ? [String(error.message)] : []))
  return texts.length === 0 ? null : invalidParams(texts.join("; "))
}
