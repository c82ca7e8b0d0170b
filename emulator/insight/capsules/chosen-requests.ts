import type { KeptChange } from "../../../src/insight/index.ts"
import { invalidParams, targetNotFound } from "../../../src/model/index.ts"
import { FORM_TYPE, type NamedWorld, RequestEntry } from "../../worlds/index.ts"

/** The requests and changes of a capsule, oldest first. */
export interface ChosenRequests {
  /** Number of the version before the first request. Undefined: the present state, without requests. */
  readonly version: number | undefined
  readonly entries: readonly RequestEntry[]
  /** All changes from `version` to the end of the capsule, also those that the entries caused. */
  readonly changes: readonly KeptChange[]
  readonly leftOut: readonly { readonly id: string; readonly why: string }[]
}

const WANTED = /^(?:all|(\d+)(?:\.\.(\d+))?)$/

/** Chooses requests by `all`, an ID, or a range `ID..ID` (insight.md section 4). Throws for unknown requests and for ones that can't be repeated. */
export function chooseRequests(named: NamedWorld, wanted: string): ChosenRequests {
  const [match, first, last = first] = WANTED.exec(wanted) ?? []
  if (match === undefined) {
    throw invalidParams(
      `requests: expected all, an ID, or a range such as 12..40, received ${JSON.stringify(wanted.slice(0, 60))}`,
    )
  }
  const { history } = named.world
  const logged = named.log.entries().sort((left, right) => left.arrival - right.arrival)
  const isAll = first === undefined
  if (!isAll) for (const id of [first, last]) requireLogged(logged, id as string)
  if (Number(first) > Number(last)) throw invalidParams(`requests: ${first} is later than ${last}`)
  const inRange = logged.filter(({ id }) => isAll || (id >= Number(first) && id <= Number(last)))
  const [oldest, newest] = history.range ?? []
  const leftOut: { id: string; why: string }[] = []
  const entries: RequestEntry[] = []
  let cut: string | undefined
  for (const entry of [...inRange].reverse()) {
    const isKept = oldest !== undefined && entry.versions.before >= oldest
    const why = cut ?? reasonOf(entry) ?? (isKept ? undefined : LOST)
    if (entry.input.isBlocked === true)
      leftOut.unshift({ id: `${entry.id}`, why: "the server refused it before it reached the world" })
    else if (entry.isOfPast && inRange.length > 1)
      leftOut.unshift({ id: `${entry.id}`, why: "it was a dry run at a version of the past" })
    else if (why === undefined) entries.unshift(entry)
    else {
      leftOut.unshift({ id: `${entry.id}`, why })
      cut ??= `it came before the request ${entry.id}, which can't be repeated`
    }
  }
  if (entries.length === 0 && !isAll)
    throw invalidParams(`requests: ${leftOut.at(-1)?.id} can't be repeated: ${leftOut.at(-1)?.why}`)
  if (oldest === undefined || newest === undefined) return { version: undefined, entries, changes: [], leftOut }
  const isWhole = isAll && cut === undefined
  const version = Math.min(isWhole ? oldest : newest, ...entries.map(({ versions }) => versions.before))
  const until = isAll ? newest : Math.max(...entries.map(({ versions }) => versions.after))
  const changes = history
    .changes()
    .filter(({ version: { version: at } }) => at > version && at <= until)
    .reverse()
  return { version, entries, changes, leftOut }
}

const LOST = "the server no longer keeps the version that it met, or keeps none (--history)"

function requireLogged(logged: readonly RequestEntry[], id: string): void {
  if (logged.some((entry) => entry.id === Number(id))) return
  const range = logged.length === 0 ? "the log is empty" : `the log has ${logged[0]?.id} to ${logged.at(-1)?.id}`
  throw targetNotFound(`the log of the world has no request ${id}; ${range}`)
}

/** Returns why a request can't be repeated; undefined if it can be. */
function reasonOf({ input, body }: RequestEntry): string | undefined {
  if (input.isPathCut) return "its path is longer than the log keeps"
  if (body?.contentType === FORM_TYPE) return "it is an upload, whose files the log does not keep"
  return typeof body?.content === "number"
    ? "the log does not keep its body, which is long or contains secrets"
    : undefined
}

/** Returns the request of a client that caused a change; undefined for other causes. */
export function clientRequestOf(cause: unknown): RequestEntry | undefined {
  let entry = cause
  while (entry instanceof RequestEntry && entry.cause !== null) entry = entry.cause
  return entry instanceof RequestEntry ? entry : undefined
}
