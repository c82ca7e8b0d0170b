import { commandError } from "../../io.ts"
import { omitUndefined, print, tableOf } from "../../print.ts"
import { printable } from "../../printable.ts"
import { type RemoteCall, remoteCommand, withServer } from "../../remote/remote-command.ts"
import type { RemoteServer } from "../../remote/running-server.ts"
import type { TriggerFlags } from "./declare.ts"

type RemoteWebhook = Awaited<ReturnType<RemoteServer["control"]["resendWebhook"]>>

const resultOf = ({ status, error }: RemoteWebhook): string => printable(error ?? String(status))

const tableText = (webhooks: readonly RemoteWebhook[]): string =>
  tableOf(
    ["id", "sent", "url", "result"],
    webhooks.map((one) => [one.id, one.at, printable(one.url), resultOf(one)]),
  )

export const listWebhooks = remoteCommand(
  ({ control }) => control.listWebhooks(),
  ({ webhooks }) => (webhooks.length === 0 ? "no webhooks\n" : tableText(webhooks)),
)

/** Runs `hexarium webhooks trigger`: exits with 1 if a receiver did not respond. */
export const triggerWebhooks = withServer(
  async ({ control, io, flags, words: [action = ""] }: RemoteCall<TriggerFlags>) => {
    const { item, user, to } = flags
    const result = await control.triggerWebhooks({ action, ...omitUndefined({ item, user, to }) })
    print(io, flags, result, () => tableText(result.webhooks))
    requireResponses(result.webhooks)
  },
)

/** Runs `hexarium webhooks resend`: exits with 1 if the receiver did not respond. */
export const resendWebhook = withServer(async ({ control, io, flags, words: [id = ""] }) => {
  const result = await control.resendWebhook({ id })
  print(io, flags, result, () => tableText([result]))
  requireResponses([result])
})

function requireResponses(webhooks: readonly RemoteWebhook[]): void {
  const failed = webhooks.filter(({ error }) => error !== undefined).length
  if (failed > 0) throw commandError(`${failed} of ${webhooks.length} webhooks had no response`)
}
