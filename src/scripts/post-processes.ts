import type { Caller } from "../engine/caller.ts"
import type { Action } from "../records/datastore.ts"
import type { Owed, OwedWork } from "../records/failure.ts"
import type { Tx } from "../state/tx.ts"
import { failureText, runScript, scriptPlaceOf } from "../items/scripts/run-script.ts"
import type { ScriptData } from "../items/scripts/script-data.ts"
import { sendWebhook } from "./send-webhook.ts"

/** A written item whose action has a post script or webhooks. */
export interface PostRun {
  readonly action: Action
  readonly data: ScriptData
  /** The script, if it is to run, and the webhooks, as they were noted; none where nobody would look. */
  readonly owed?: readonly Owed[]
}

/** The result of an awaited post script; null for one that continues after the answer. */
export interface PostResult {
  readonly result: unknown
  readonly logs: readonly string[]
}

export const hasPostProcess = ({ postScript, webhooks }: Action): boolean =>
  postScript?.enabled === true || webhooks.length > 0

/** Notes with the transaction what is to happen after it. */
export function owePosts(tx: Tx, { engine }: Caller, { action, data }: PostRun): readonly Owed[] {
  const about = { at: tx.now, id: action.aId, itemId: data.i_id }
  const script: OwedWork[] =
    action.postScript?.enabled === true ? [{ ...about, kind: "post_script", name: action.displayId }] : []
  const webhooks = action.webhooks.map((url): OwedWork => ({ ...about, kind: "webhook", name: url }))
  const owed = engine.background.owing([...script, ...webhooks])
  tx.owe(owed)
  return owed
}

/**
 * Runs the post script of a committed action, then sends its webhooks. Resolves once the script is done, if it is to be
 * awaited; everything else continues in the background. Undefined without a post script.
 */
export async function runPostProcess(caller: Caller, run: PostRun): Promise<PostResult | undefined> {
  const { engine } = caller
  const { life } = engine
  const { postScript } = run.action
  const { background } = engine
  const { owed = [] } = run
  if (postScript?.enabled !== true) {
    sendWebhooks(caller, run, owed)
    return undefined
  }
  const [noted, ...webhooks] = owed
  const script = runScript(caller, postScript.code, run.data, scriptPlaceOf("post_script", run.data))
    .finally(() => background.settle(noted))
    .then(({ outcome, logs }) => {
      if (life === engine.life) sendWebhooks(caller, run, webhooks)
      else for (const webhook of webhooks) background.settle(webhook)
      return { result: outcome.status === "resolved" ? (outcome.value ?? null) : { error: failureText(outcome) }, logs }
    })
  if (postScript.sync) return script
  background.add(script)
  return { result: null, logs: [] }
}

function sendWebhooks({ engine, behalf }: Caller, { action, data }: PostRun, owed: readonly Owed[]): void {
  const { background } = engine
  for (const [at, url] of action.webhooks.entries())
    background.add(sendWebhook(engine, { url, body: { data }, behalf }).finally(() => background.settle(owed[at])))
}
