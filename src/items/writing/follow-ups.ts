import { actorIn, listRoleHolders, seesItem } from "../../access/index.ts"
import { type Caller, fromOf, notificationLetter, putMail } from "../../engine/index.ts"
import { titleOf } from "../../fields/index.ts"
import { nameIn } from "../../model/index.ts"
import type { Action, PendingJob, PendingWork, User } from "../../model/records/index.ts"
import type { Tx } from "../../state/index.ts"
import { failureText, runScript, type ScriptReturn, scriptPlaceOf } from "../scripts/run-script.ts"
import type { ScriptData } from "../scripts/script-data.ts"
import type { WrittenItem } from "./put-item.ts"
import { sendWebhook } from "./webhooks.ts"

export interface PostRun {
  readonly action: Action
  readonly data: ScriptData
  readonly isMain: boolean
  /** Jobs for the post script, if it is enabled, and then for the webhooks. Empty if the world keeps no job log. */
  readonly jobs?: readonly PendingJob[]
}

export const hasPostProcess = ({ postScript, webhooks }: Action): boolean =>
  postScript?.enabled === true || webhooks.length > 0

/** Adds the action's post script and webhooks to the world's jobs, within the transaction. */
export function enqueuePosts(tx: Tx, { engine }: Caller, { action, data }: PostRun): readonly PendingJob[] {
  const about = { at: tx.now, id: action.aId, itemId: data.i_id }
  const script: PendingWork[] =
    action.postScript?.enabled === true ? [{ ...about, kind: "post_script", name: action.displayId }] : []
  const webhooks = action.webhooks.map((url): PendingWork => ({ ...about, kind: "webhook", name: url }))
  const jobs = engine.background.makeJobs([...script, ...webhooks])
  tx.enqueue(jobs)
  return jobs
}

/** Runs the post script, then sends the webhooks. Waits for the script only if it is synchronous. */
export async function runPostProcess(caller: Caller, run: PostRun): Promise<ScriptReturn | undefined> {
  const { engine } = caller
  const { generation } = engine
  const { postScript } = run.action
  const { background } = engine
  const { jobs = [] } = run
  if (postScript?.enabled !== true) {
    sendWebhooks(caller, run, jobs)
    return undefined
  }
  const [scriptJob, ...webhooks] = jobs
  const script = runScript(caller, postScript.code, run.data, scriptPlaceOf("post_script", run.data))
    .finally(() => background.complete(scriptJob))
    .then(({ outcome, logs }) => {
      if (generation === engine.generation) sendWebhooks(caller, run, webhooks)
      else for (const webhook of webhooks) background.complete(webhook)
      return { result: outcome.status === "resolved" ? (outcome.value ?? null) : { error: failureText(outcome) }, logs }
    })
  if (postScript.sync) return script
  background.add(script)
  return { result: null, logs: [] }
}

function sendWebhooks({ engine, cause }: Caller, { action, data }: PostRun, jobs: readonly PendingJob[]): void {
  const { background } = engine
  for (const [at, url] of action.webhooks.entries())
    background.add(sendWebhook(engine, { url, body: { data }, cause }).finally(() => background.complete(jobs[at])))
}

/** Queues mails to all users with a notified role who may see the item, except the writer (model.md section 9). */
export function notifyRoles(tx: Tx, author: User, { datastore, action, before, after, history }: WrittenItem): void {
  const item = after ?? before
  if (action.notify.length === 0 || item === null) return
  const receivers = new Map<string, User>()
  for (const rId of action.notify) {
    const role = tx.get("roles", rId)
    for (const user of role === undefined ? [] : listRoleHolders(tx, role)) {
      if (seesItem(actorIn(tx, user, datastore.wId), item)) receivers.set(user.uId, user)
    }
  }
  receivers.delete(author.uId)
  const { lang } = tx.settings
  const letter = notificationLetter({
    username: author.username,
    action: nameIn(action.name, lang),
    datastore: nameIn(datastore.name, lang),
    title: titleOf(tx, item),
    comment: history.comment,
  })
  for (const user of receivers.values()) putMail(tx, "notification", user.email, fromOf(), letter)
}
