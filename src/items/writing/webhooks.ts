import { actorIn } from "../../access/index.ts"
import type { Engine } from "../../engine/index.ts"
import { defined } from "../../model/index.ts"
import type { Action, Datastore, Item, User, WebhookDelivery } from "../../model/records/index.ts"
import { scriptData } from "../scripts/script-data.ts"

/** Sends a webhook and logs the delivery. Never rejects. The returned delivery contains the error. */
export async function sendWebhook(
  engine: Engine,
  { url, body, cause }: Pick<WebhookDelivery, "url" | "body" | "cause">,
): Promise<WebhookDelivery> {
  const log = engine.webhookLog.opened()
  const at = engine.now
  const started = engine.ports.wallClock.now()
  const how = await engine.ports.webhooks.post(url, body).then(
    (status) => ({ status }),
    (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
  )
  const delivery: WebhookDelivery = {
    at,
    url,
    ...how,
    ms: engine.ports.wallClock.now() - started,
    body,
    ...defined({ cause }),
  }
  log.add(delivery)
  return delivery
}

export const resendWebhook = (engine: Engine, { url, body, cause }: WebhookDelivery): Promise<WebhookDelivery> =>
  sendWebhook(engine, { url, body, cause })

/** The action whose webhooks are sent, the item that they describe, and the user who appears as the action's user. */
export interface TriggeredAction {
  readonly user: User
  readonly datastore: Datastore
  readonly action: Action
  readonly item: Item
}

/**
 * Sends the action's webhooks with the item as it is now, without running the action (control.md section 3, "trigger"). The body has the
 * IDs of the item's last write. `to` replaces the action's URLs.
 */
export function triggerWebhooks(
  engine: Engine,
  { user, datastore, action, item }: TriggeredAction,
  to: string | undefined,
): Promise<WebhookDelivery[]> {
  const view = engine.view()
  const last = view.list("histories", "historiesByItem", item.iId).findLast((entry) => entry.action !== null)
  const data = scriptData(view, {
    actor: actorIn(view, user, datastore.wId),
    datastore,
    action,
    item,
    iId: item.iId,
    historyId: last?.historyId ?? "",
    transactionId: last?.transactionId ?? "",
    comment: last?.comment ?? "",
  })
  const urls = to === undefined ? action.webhooks : [to]
  return Promise.all(urls.map((url) => sendWebhook(engine, { url, body: { data } })))
}
