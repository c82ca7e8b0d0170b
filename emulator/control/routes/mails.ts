import * as z from "zod"
import type { MailFilter } from "../../../src/engine/index.ts"
import { escapeHtml, targetNotFound } from "../../../src/model/index.ts"
import { MAIL_KINDS, type Mail } from "../../../src/model/records/index.ts"
import { answerOf, nothing, objectOf } from "../../api/index.ts"
import { textReply } from "../../wire/index.ts"
import type { NamedWorld } from "../../worlds/index.ts"
import { answerAny } from "../control-env.ts"
import { listing } from "../paged-list.ts"
import { presentMail } from "../presenters/mails.ts"
import { route } from "../route.ts"
import { mailShape } from "../shapes/mails.ts"
import { wholeNumber } from "../shapes/query.ts"
import { whenAborted } from "../streams/when-aborted.ts"

const MAX_WAIT_MS = 30_000

const filter = objectOf(() => ({
  to: z.string().optional().describe("Only mails to this address"),
  kind: z
    .enum(MAIL_KINDS, { error: `expected one of ${MAIL_KINDS.join(", ")}` })
    .optional()
    .describe("Only mails of this kind"),
  since: z.string().optional().describe("ID of a mail. The list contains only later mails"),
  text: z
    .string()
    .optional()
    .describe("Only mails with this text in the recipient, subject or text, ignoring case and width"),
  order: z.literal("latest").optional().describe("Order of the list. latest: the first page has the latest mails"),
  wait_ms: wholeNumber()
    .refine((ms = 0) => ms <= MAX_WAIT_MS, `expected at most ${MAX_WAIT_MS}`)
    .describe("Time to wait for a matching mail, in milliseconds of real time; at most 30000"),
}))

const MAIL = { id: "ID of the mail" }

export const mailRoutes = [
  route(
    "GET /worlds/:w/mails",
    {
      readsVersions: true,
      name: "listMails",
      summary: "List mails; with wait_ms, wait for a first matching mail",
      anchor: "mails",
      query: filter,
      answer: answerOf(() => ({ mails: z.array(mailShape()).describe("Mails, oldest first") })),
      isList: true,
    },
    async ({ named, query: { wait_ms, to, kind, since, text, order }, context }) => {
      const mails = await waitForMails(named, { to, kind, since, text }, wait_ms ?? 0, () => context.req.raw.signal)
      return listing("mails", mails, presentMail, order === "latest" ? "latest" : "first")
    },
  ),
  route(
    "DELETE /worlds/:w/mails",
    { name: "clearMails", summary: "Delete all mails", anchor: "mails", answer: nothing },
    async ({ named }) => {
      await named.world.mail.clear()
      return null
    },
  ),
  route(
    "GET /worlds/:w/mails/:id",
    { readsVersions: true, name: "getMail", summary: "Get a mail", anchor: "mails", params: MAIL, answer: mailShape },
    ({ named, params }) => presentMail(requireMail(named, params.id)),
  ),
  route(
    "GET /worlds/:w/mails/:id/html",
    {
      readsVersions: true,
      name: "getMailHtml",
      summary: "Get the mail as a page without scripts and external resources",
      anchor: "mail-html",
      params: MAIL,
      answer: { contentType: "text/html", description: "The HTML of the mail" },
    },
    ({ named, params, context }) => {
      const { html, text } = requireMail(named, params.id)
      return answerAny(context, () => letterPage(html === "" ? `<pre>${escapeHtml(text)}</pre>` : html))
    },
  ),
  route(
    "DELETE /worlds/:w/mails/:id",
    { name: "deleteMail", summary: "Delete a mail", anchor: "mails", params: MAIL, answer: nothing },
    async ({ named, params }) => {
      if (!(await named.world.mail.remove(params.id))) throw noMail(params.id)
      return null
    },
  ),
] as const

/**
 * Mails may use only inline styles and images, because mail templates are user content. Their links open the app's page,
 * which the sandbox does not bind, in a new tab.
 */
const LETTER_POLICY = [
  "sandbox allow-popups allow-popups-to-escape-sandbox",
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data:",
].join("; ")

/** Makes links without a target open a new tab. The page's own `base` elements come later and have no effect. */
const withNewTabs = (html: string): string =>
  html.replace(/^\s*(?:<!doctype[^>]*>)?/i, (start) => `${start}<base target="_blank">`)

const letterPage = (html: string) =>
  textReply("text/html; charset=utf-8", withNewTabs(html), {
    "content-security-policy": LETTER_POLICY,
    "referrer-policy": "no-referrer",
  })

function requireMail({ world }: NamedWorld, id: string): Mail {
  const mail = world.mail.get(id)
  if (mail === undefined) throw noMail(id)
  return mail
}

const noMail = (id: string) => targetNotFound(`the mailbox has no mail ${JSON.stringify(id)}`)

/** Waits for the first matching mail. Returns an empty list after the timeout or if the client disconnects. */
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
  const stops = ends.map((signal) => whenAborted(signal, end))
  if (ends.some((signal) => signal.aborted)) end()
  await world.mail.waitFor(filter, { signal: over.signal }).catch(() => {})
  clearTimeout(timer)
  for (const stop of stops) stop()
  return world.mail.list(filter)
}
