import * as z from "zod"
import { resendWebhook, type TriggeredAction, triggerWebhooks } from "../../../src/items/index.ts"
import { invalidParams, nearest, targetNotFound } from "../../../src/model/index.ts"
import type { Action, Datastore, Item } from "../../../src/model/records/index.ts"
import { itemsTable, type View } from "../../../src/state/index.ts"
import { answerOf, objectOf } from "../../api/index.ts"
import { requireUser } from "../calls/require-user.ts"
import { listing } from "../paged-list.ts"
import { findItem } from "../presenters/people.ts"
import { presentWebhook } from "../presenters/webhooks.ts"
import { route } from "../route.ts"
import { webhookShape } from "../shapes/webhooks.ts"

export const webhookRoutes = [
  route(
    "GET /worlds/:w/webhooks",
    {
      name: "listWebhooks",
      summary: "List webhooks with their results",
      anchor: "webhooks",
      answer: answerOf(() => ({ webhooks: z.array(webhookShape()).describe("Webhooks, oldest first") })),
      isList: true,
    },
    ({ named: { world } }) =>
      listing("webhooks", world.webhookLog.entries, (delivery) =>
        presentWebhook(delivery, world.webhookLog.numberOf(delivery)),
      ),
  ),
  route(
    "POST /worlds/:w/webhooks/:id/resend",
    {
      name: "resendWebhook",
      summary: "Send a webhook again, with the same body",
      anchor: "resend",
      params: { id: "Number of the delivery" },
      answer: webhookShape,
    },
    async ({ named: { world }, params: { id } }) => {
      const { webhookLog } = world
      const delivery = webhookLog.entries.find((one) => String(webhookLog.numberOf(one)) === id)
      if (delivery === undefined) throw targetNotFound(`the world has no webhook delivery ${JSON.stringify(id)}`)
      const resent = await resendWebhook(world, delivery)
      return presentWebhook(resent, world.webhookLog.numberOf(resent))
    },
  ),
  route(
    "POST /worlds/:w/webhooks/trigger",
    {
      name: "triggerWebhooks",
      summary: "Send an action's webhooks for an item now, without running the action",
      anchor: "trigger",
      body: objectOf(() => ({
        action: z
          .string()
          .min(1)
          .describe("a_id of the action, or its display ID, also after that of its datastore: Orders/Finish"),
        item: z.string().optional().describe("Internal ID of the item. Default: the datastore's newest item"),
        user: z
          .string()
          .optional()
          .describe("User of the action, by e-mail or e-mail#user_code. Default: the user of the item's last write"),
        to: z.string().min(1).optional().describe("URL to call instead of the action's webhooks"),
      })),
      answer: answerOf(() => ({ webhooks: z.array(webhookShape()).describe("The webhooks that were sent") })),
      refuses: [404],
    },
    async ({ named: { world }, body: { to, ...wanted } }) => {
      const triggered = findTriggered(world.view(), wanted)
      const { action } = triggered
      if (to === undefined && action.webhooks.length === 0) {
        throw invalidParams(`the action ${action.displayId} has no webhooks; pass a URL in \`to\``)
      }
      const sent = await triggerWebhooks(world, triggered, to)
      return { webhooks: sent.map((delivery) => presentWebhook(delivery, world.webhookLog.numberOf(delivery))) }
    },
  ),
] as const

interface Wanted {
  readonly action: string
  readonly item?: string | undefined
  readonly user?: string | undefined
}

function findTriggered(view: View, wanted: Wanted): TriggeredAction {
  const { datastore, action } = findAction(view, wanted.action)
  const item = findItemOf(view, datastore, wanted.item)
  const { wId } = datastore
  const lastWriter = view.get("users", item.updatedBy)
  const user =
    wanted.user === undefined
      ? (lastWriter ?? view.get("users", view.expect("workspaces", wId).admins[0] ?? ""))
      : requireUser(view, wanted.user)
  if (user === undefined) throw invalidParams("the item's last write has no user; name one in `user`")
  return { user, datastore, action, item }
}

function findAction(view: View, name: string): { readonly datastore: Datastore; readonly action: Action } {
  const all = view.all("datastores").flatMap((datastore) => datastore.actions.map((action) => ({ datastore, action })))
  const pathOf = ({ datastore, action }: (typeof all)[number]) => `${datastore.displayId}/${action.displayId}`
  const found = all.filter((one) => [one.action.aId, one.action.displayId, pathOf(one)].includes(name))
  const [first, second] = found
  if (second !== undefined) {
    throw invalidParams(`several actions have the ID ${name}; use one of ${found.map(pathOf).join(", ")}, or the a_id`)
  }
  if (first !== undefined) return first
  const meant = nearest(name, [...all.map(({ action }) => action.displayId), ...all.map(pathOf)])
  const hint = meant === undefined ? "" : `; did you mean ${meant}?`
  throw targetNotFound(`the world has no action ${JSON.stringify(name)}${hint}`)
}

function findItemOf(view: View, datastore: Datastore, iId: string | undefined): Item {
  const items = view.table(itemsTable(datastore.dId))
  const item = iId === undefined ? items.slice(Math.max(items.size - 1, 0), 1)[0] : items.get(iId)
  if (item !== undefined) return item
  if (iId === undefined) throw targetNotFound(`the datastore ${datastore.displayId} has no items`)
  const place = findItem(view, iId) === undefined ? "the world" : `the datastore ${datastore.displayId}`
  throw targetNotFound(`${place} has no item ${JSON.stringify(iId)}`)
}
