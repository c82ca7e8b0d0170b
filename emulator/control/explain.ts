import { callOf } from "../../src/insight/index-explanations.ts"
import { causesText, type Explanation, invalidParams, type StepExplanation, sectionOf } from "../../src/model/index.ts"
import { ignoresUnknownFields } from "../api/index.ts"
import {
  explainRequest,
  type GivenRequest,
  headersOf,
  renderCall,
  type ShownRequest,
  takesForm,
} from "../insight/index.ts"
import type { NamedWorld, RequestEntry } from "../worlds/index.ts"
import { requireUser } from "./calls/require-user.ts"
import { presentExplanation } from "./presenters/explanations.ts"
import { readLogged, reasonIn } from "./presenters/requests.ts"
import { confirmationsIn, queryMembers, secretsIn } from "./presenters/secrets.ts"

/** Explains a request of the log on the version that it met. If this is impossible, returns the recorded step and reason, with a note. */
export async function explainEntry(named: NamedWorld, entry: RequestEntry, isStrict: boolean) {
  const { input } = entry
  const read = readLogged(entry)
  const { secrets } = read
  const { world } = named
  const recorded = (note: string) => presentExplanation(recordedOf(entry, read.response, world.version, note), secrets)
  const obstacle = obstacleOf(entry, read.isWhole)
  if (obstacle !== undefined) return recorded(obstacle)
  const given: GivenRequest = {
    method: input.method,
    path: input.path,
    uId: entry.uId,
    ...read.body,
    hasSecrets: containsSecrets(input.path, read.body.body),
    headers: input.headers,
    ignoresUnknownFields: ignoresUnknownFields(headersOf(input.headers), isStrict),
  }
  const met = world.history.get(entry.versions.before)
  const ground = met === undefined ? world.explainedState() : world.explainedState(met.state, met.version)
  const explanation = await explainRequest(ground, given)
  const isSame = (explanation.outcome === "refused") === (entry.explainedStep !== null)
  if (isSame) return presentExplanation(explanation, secrets)
  return recorded(
    "only the recorded reason, because the request has another outcome when it runs again: a script, a planned fault or a later change decided",
  )
}

/** A question about a user and an item, or a request that nobody has sent. */
export interface Question {
  readonly user?: string | undefined
  readonly item?: string | undefined
  readonly want?: "see" | "update" | "execute" | "delete" | undefined
  readonly action?: string | undefined
  readonly method?: string | undefined
  readonly path?: string | undefined
  readonly as?: string | undefined
  readonly body?: unknown
}

const EITHER = "expected {user, item, want, action?} or {method, path, as?, body?}"

/** Answers a question on the world's current version. */
export async function explainQuestion({ world }: NamedWorld, question: Question, isStrict: boolean) {
  const { user, item, want, action, method, path, as, body } = question
  const view = world.view()
  const explainGiven = async (given: Pick<GivenRequest, "method" | "path" | "uId" | "body">, hasSecrets: boolean) =>
    explainRequest(world.explainedState(), { ...given, hasSecrets, ignoresUnknownFields: !isStrict })
  const isOfItem = [user, item, want, action].some((given) => given !== undefined)
  const isOfRequest = [method, path, as, body].some((given) => given !== undefined)
  if (isOfItem === isOfRequest) throw invalidParams(EITHER)
  if (user !== undefined && item !== undefined && want !== undefined) {
    const { operation, uId, input } = callOf(view, requireUser(view, user).uId, { item, want, action })
    const name = operation.name.charAt(0).toLowerCase() + operation.name.slice(1)
    const request = renderCall(name, input as never)
    return presentExplanation(await explainGiven({ ...request, body: request.body, uId }, false), new Set())
  }
  if (method === undefined || path === undefined) throw invalidParams(EITHER)
  if (!OF_THE_SERVICE.test(path)) {
    const received = JSON.stringify(path.slice(0, 100))
    throw invalidParams(`path: expected a path that begins with /api/v0/ or /graphql, received ${received}`)
  }
  const uId = as === undefined ? null : requireUser(view, as).uId
  const { secrets } = secretsIn(null, body)
  const explanation = await explainGiven({ method: method.toUpperCase(), path, uId, body }, containsSecrets(path, body))
  return presentExplanation(explanation, secrets)
}

const OF_THE_SERVICE = /^\/(?:api\/v0\/|graphql(?:\?|$))/

function containsSecrets(path: string, body: unknown): boolean {
  const { secrets, areAll } = secretsIn(null, { token: confirmationsIn(path, body) }, queryMembers(path), body)
  return !areAll || secrets.size > 0
}

/** Returns why a request can't run again. */
function obstacleOf({ input, status }: RequestEntry, isWhole: boolean): string | undefined {
  const { method, path, isPathCut, isBlocked } = input
  if (method === "CLOCK") return "only the recorded effects, because scheduled work is no request"
  if (isBlocked === true)
    return "only the recorded reason, because the server refused the request before it reached the world"
  if (!OF_THE_SERVICE.test(path)) return "only the recorded reason, because the request is none to /api/v0 or /graphql"
  if (isPathCut) return "only the recorded reason, because the log has only the beginning of the path"
  if (takesForm(method, path)) return "only the recorded reason, because the log does not keep uploads"
  if (!isWhole)
    return "only the recorded reason, because the log does not have the body: it is too large, contains secrets, or was dropped"
  if (status === 0 || status >= 500) return "only the recorded reason, because a fault or the server's failure decided"
  return undefined
}

function recordedOf(
  { explainedStep: step, causes }: RequestEntry,
  response: unknown,
  version: number,
  note: string,
): Explanation<ShownRequest> {
  if (step === null) return { outcome: "ok", steps: [], ways: [], version, current: true, note }
  const [cause] = causes
  const failed: StepExplanation = {
    step,
    passed: false,
    says: causesText(causes) ?? reasonIn(response) ?? "the request was refused",
    facts: cause === undefined ? [] : (Object.entries(cause.facts).map(([name, value]) => ({ name, value })) as never),
    section: cause === undefined ? "errors.md section 2" : sectionOf(cause),
    ...(causes.length === 1 && cause !== undefined && { kind: cause.kind }),
  }
  return { outcome: "refused", steps: [failed], ways: [], version, current: true, note }
}
