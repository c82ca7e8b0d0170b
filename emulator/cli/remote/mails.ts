import type { JsonFlag, RemoteFlags } from "../flags/remote-flags.ts"
import { failed, type Io } from "../io.ts"
import { legible } from "../legible.ts"
import { tableOf } from "../print.ts"
import type { MAIL_KINDS } from "./mail-kinds.ts"
import { asking, type RemoteServer } from "./running-server.ts"
import { given, tell } from "./tell.ts"

/** Which mails are meant. */
export interface MailFlags extends RemoteFlags, JsonFlag {
  readonly to?: string
  readonly kind?: (typeof MAIL_KINDS)[number]
  readonly since?: string
  readonly limit?: number
  readonly timeout?: number
}

type ToldMail = Awaited<ReturnType<RemoteServer["control"]["getMail"]>>

/** The longest that the server waits for one answer. */
const WAIT_MS = 30_000

export const listMails = (io: Io, { to, kind, since, limit, ...flags }: MailFlags): Promise<number> =>
  asking(io, flags, async ({ control }) => {
    const told = await control.listMails(given({ to, kind, since, limit, order: "latest" as const }))
    tell(io, flags, told, () =>
      told.mails.length === 0
        ? "no mails\n"
        : tableOf(
            ["id", "sent", "kind", "to", "subject"],
            told.mails.map(({ id, at, kind, to, subject }) => [id, at, kind, legible(to), legible(subject)]),
          ),
    )
  })

export const showMail = (io: Io, id: string, flags: MailFlags): Promise<number> =>
  asking(io, flags, async ({ control }) => {
    const told = await control.getMail({ id })
    tell(io, flags, told, () => letter(told))
  })

/** Waits for a mail, and tells it; fails when none comes in time. */
export const waitForMail = (
  io: Io,
  { to, kind, since, timeout = WAIT_MS / 1000, ...flags }: MailFlags,
): Promise<number> =>
  asking(io, flags, async ({ control, world }) => {
    const until = performance.now() + timeout * 1000
    for (;;) {
      const left = Math.max(0, Math.ceil(until - performance.now()))
      const { mails } = await control.listMails(given({ to, kind, since, wait_ms: Math.min(left, WAIT_MS) }))
      const [first] = mails
      if (first !== undefined) return tell(io, flags, first, () => letter(first))
      if (left <= WAIT_MS) throw failed(`no such mail came to ${world} within ${timeout} s`)
    }
  })

export const deleteMail = (io: Io, id: string, flags: MailFlags): Promise<number> =>
  asking(io, flags, async ({ control }) => {
    await control.deleteMail({ id })
    tell(io, flags, null, () => `${id} is gone\n`)
  })

export const clearMails = (io: Io, flags: MailFlags): Promise<number> =>
  asking(io, flags, async ({ control, world }) => {
    await control.clearMails()
    tell(io, flags, null, () => `the mailbox of ${world} is empty\n`)
  })

const letter = ({ from, to, at, subject, text, links }: ToldMail): string =>
  [
    `From:    ${legible(from)}`,
    `To:      ${legible(to)}`,
    `Date:    ${at}`,
    `Subject: ${legible(subject)}`,
    "",
    legible(text, "\n").trimEnd(),
    ...(links.length === 0 ? [] : ["", ...links.map(({ rel, url }) => `${rel}: ${legible(url)}`)]),
    "",
  ].join("\n")
