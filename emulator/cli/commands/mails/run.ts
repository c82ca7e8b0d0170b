import { commandError } from "../../io.ts"
import { omitUndefined, tableOf } from "../../print.ts"
import { printable } from "../../printable.ts"
import { type RemoteCall, remoteCommand } from "../../remote/remote-command.ts"
import type { RemoteServer } from "../../remote/running-server.ts"
import type { MailFlags } from "./declare.ts"

type RemoteMail = Awaited<ReturnType<RemoteServer["control"]["getMail"]>>

/** Maximum wait of one request (control.md section 3, "mails"). */
const WAIT_MS = 30_000

export const listMails = remoteCommand(
  ({ control, flags: { to, kind, since, limit } }: RemoteCall<MailFlags>) =>
    control.listMails(omitUndefined({ to, kind, since, limit, order: "latest" as const })),
  ({ mails }) =>
    mails.length === 0
      ? "no matching mails\n"
      : tableOf(
          ["id", "sent", "kind", "to", "subject"],
          mails.map(({ id, at, kind, to, subject }) => [id, at, kind, printable(to), printable(subject)]),
        ),
)

export const showMail = remoteCommand(({ control, words: [id = ""] }) => control.getMail({ id }), mailText)

export const waitForMail = remoteCommand(async ({ control, world, flags }: RemoteCall<MailFlags>) => {
  const { to, kind, since, timeout = 30 } = flags
  const until = performance.now() + timeout * 1000
  for (;;) {
    const left = Math.max(0, Math.ceil(until - performance.now()))
    const { mails } = await control.listMails(omitUndefined({ to, kind, since, wait_ms: Math.min(left, WAIT_MS) }))
    const [first] = mails
    if (first !== undefined) return first
    if (left <= WAIT_MS) throw commandError(`no matching mail arrived in the world ${world} within ${timeout} s`)
  }
}, mailText)

export const deleteMail = remoteCommand(
  ({ control, words: [id = ""] }) => control.deleteMail({ id }),
  (_, { words: [id] }) => `deleted the mail ${id}\n`,
)

export const clearMails = remoteCommand(
  ({ control }) => control.clearMails(),
  (_, { world }) => `deleted all mails of the world ${world}\n`,
)

function mailText({ from, to, at, subject, text, links }: RemoteMail): string {
  return [
    `From:    ${printable(from)}`,
    `To:      ${printable(to)}`,
    `Date:    ${at}`,
    `Subject: ${printable(subject)}`,
    "",
    printable(text, "\n").trimEnd(),
    ...(links.length === 0 ? [] : ["", ...links.map(({ rel, url }) => `${rel}: ${printable(url)}`)]),
    "",
  ].join("\n")
}
