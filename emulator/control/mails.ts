import type { Hono } from "hono"
import { invalidParams, type Mail, type MailFilter, type MailKind, targetNotFound } from "../../src/inside.ts"
import type { NamedWorld } from "../worlds/worlds.ts"
import { answerWith, type ControlEnv, inWorld, takesNothing } from "./control-env.ts"
import { answerWithList } from "./list-page.ts"
import { presentMail } from "./presenters/mails.ts"
import { queryCount } from "./query.ts"

const KINDS: readonly MailKind[] = ["registration", "invitation", "password", "email", "completion", "notification"]
const LONGEST_WAIT_MS = 30_000

/** The mailbox of a world (control.md section 3). */
export function mailRoutes(control: Hono<ControlEnv>): void {
  control.get("/worlds/:w/mails", inWorld, async (context) => {
    const { req } = context
    const filter: MailFilter = { to: req.query("to"), kind: kindIn(req.query("kind")), since: req.query("since") }
    const waitMs = queryCount(req, "wait_ms") ?? 0
    if (waitMs > LONGEST_WAIT_MS) throw invalidParams(`wait_ms: expected at most ${LONGEST_WAIT_MS}`)
    const mails = await waitForMails(context.get("named"), filter, waitMs, () => req.raw.signal)
    return answerWithList(context, "mails", mails, presentMail)
  })
  control.delete("/worlds/:w/mails", inWorld, takesNothing, async (context) => {
    await context.get("named").world.mail.clear()
    return answerWith(context, null)
  })
  control.get("/worlds/:w/mails/:id", inWorld, (context) => {
    const id = context.req.param("id")
    const mail = context.get("named").world.mail.get(id)
    if (mail === undefined) throw noMail(id)
    return answerWith(context, presentMail(mail))
  })
  control.delete("/worlds/:w/mails/:id", inWorld, takesNothing, async (context) => {
    const id = context.req.param("id")
    if (!(await context.get("named").world.mail.remove(id))) throw noMail(id)
    return answerWith(context, null)
  })
}

const noMail = (id: string) => targetNotFound(`no mail ${JSON.stringify(id)}`)

function kindIn(text: string | undefined): MailKind | undefined {
  if (text === undefined) return undefined
  const kind = KINDS.find((candidate) => candidate === text)
  if (kind === undefined) throw invalidParams(`kind: expected one of ${KINDS.join(", ")}`)
  return kind
}

/** The mails that fit, once there is one; none when the time is up or the client is gone. */
async function waitForMails(
  { world, log }: NamedWorld,
  filter: MailFilter,
  ms: number,
  gone: () => AbortSignal,
): Promise<Mail[]> {
  const found = world.mail.list(filter)
  if (found.length > 0 || ms === 0) return found
  const over = new AbortController()
  const end = () => over.abort()
  const timer = setTimeout(end, ms)
  const ends = [log.closed, gone()]
  for (const signal of ends) signal.addEventListener("abort", end)
  if (ends.some((signal) => signal.aborted)) end()
  await world.mail.waitFor(filter, { signal: over.signal }).catch(() => {})
  clearTimeout(timer)
  for (const signal of ends) signal.removeEventListener("abort", end)
  return world.mail.list(filter)
}
