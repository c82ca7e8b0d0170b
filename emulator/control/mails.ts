import { invalidParams, type Mail, type MailFilter, type MailKind, targetNotFound } from "../../src/index.ts"
import { presentMail } from "../presenters/control/mails.ts"
import type { NamedWorld } from "../worlds.ts"
import { queryCount } from "./query.ts"
import { type ControlRoute, route } from "./route.ts"

const KINDS: readonly MailKind[] = ["registration", "invitation", "password", "email", "completion", "notification"]
const LONGEST_WAIT_MS = 30_000

/** The mailbox of a world (control.md section 3). */
export const mailRoutes: readonly ControlRoute[] = [
  route("GET", "/worlds/:w/mails", async ({ named, query, signal }) => {
    const filter: MailFilter = {
      to: query.get("to") ?? undefined,
      kind: kindIn(query),
      since: query.get("since") ?? undefined,
    }
    const waitMs = queryCount(query, "wait_ms") ?? 0
    if (waitMs > LONGEST_WAIT_MS) throw invalidParams(`wait_ms: expected at most ${LONGEST_WAIT_MS}`)
    return { mails: (await waitForMails(named, filter, waitMs, signal)).map(presentMail) }
  }),
  route("DELETE", "/worlds/:w/mails", ({ named }) => named.world.mail.clear()),
  route("GET", "/worlds/:w/mails/:id", ({ named, params }) => {
    const mail = named.world.mail.get(params.id ?? "")
    if (mail === undefined) throw noMail(params.id)
    return presentMail(mail)
  }),
  route("DELETE", "/worlds/:w/mails/:id", async ({ named, params }) => {
    if (!(await named.world.mail.remove(params.id ?? ""))) throw noMail(params.id)
  }),
]

const noMail = (id: string | undefined) => targetNotFound(`no mail ${JSON.stringify(id)}`)

function kindIn(query: URLSearchParams): MailKind | undefined {
  const text = query.get("kind")
  if (text === null) return undefined
  const kind = KINDS.find((candidate) => candidate === text)
  if (kind === undefined) throw invalidParams(`kind: expected one of ${KINDS.join(", ")}`)
  return kind
}

/** The mails that fit, once there is one, or none when the time is over or nobody waits any more. */
async function waitForMails(
  { world, log }: NamedWorld,
  filter: MailFilter,
  ms: number,
  gone: AbortSignal,
): Promise<Mail[]> {
  const found = world.mail.list(filter)
  if (found.length > 0 || ms === 0) return found
  const over = new AbortController()
  const end = () => over.abort()
  const timer = setTimeout(end, ms)
  const ends = [log.closed, gone]
  for (const signal of ends) signal.addEventListener("abort", end)
  if (ends.some((signal) => signal.aborted)) end()
  await world.mail.waitFor(filter, { signal: over.signal }).catch(() => {})
  clearTimeout(timer)
  for (const signal of ends) signal.removeEventListener("abort", end)
  return world.mail.list(filter)
}
