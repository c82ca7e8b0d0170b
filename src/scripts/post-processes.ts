import type { Caller } from "../engine/use-case.ts"
import type { Action } from "../records/datastore.ts"
import type { OwedWork } from "../records/failure.ts"
import { failureText, runScript, scriptPlaceOf } from "./run-script.ts"
import type { ScriptData } from "./script-data.ts"
import { sendWebhook } from "./send-webhook.ts"

/** A written item whose action has a post script or webhooks. */
export interface PostRun {
  readonly action: Action
  readonly data: ScriptData
}

/** The result of an awaited post script; null for one that continues after the answer. */
export interface PostResult {
  readonly result: unknown
  readonly logs: readonly string[]
}

export const hasPostProcess = ({ postScript, webhooks }: Action): boolean =>
  postScript?.enabled === true || webhooks.length > 0

/**
 * Runs the post script of a committed action, then sends its webhooks. Resolves once the script is done, if it is to be
 * awaited; everything else continues in the background. Undefined without a post script.
 */
export async function runPostProcess(caller: Caller, run: PostRun): Promise<PostResult | undefined> {
  const { engine } = caller
  const { life } = engine
  const { postScript } = run.action
  if (postScript?.enabled !== true) {
    sendWebhooks(caller, run)
    return undefined
  }
  const owed = [owedScript(caller, run), ...run.action.webhooks.map((url) => owedWebhook(caller, run, url))]
  const script = engine.background.owe(owed, async () => {
    const { outcome, logs } = await runScript(caller, postScript.code, run.data, scriptPlaceOf(run.data))
    if (life === engine.life) sendWebhooks(caller, run)
    return { result: outcome.status === "resolved" ? (outcome.value ?? null) : { error: failureText(outcome) }, logs }
  })
  if (postScript.sync) return script
  engine.background.add(script)
  return { result: null, logs: [] }
}

function sendWebhooks(caller: Caller, run: PostRun): void {
  const { engine, behalf } = caller
  for (const url of run.action.webhooks) {
    const send = () => sendWebhook(engine, { url, body: { data: run.data }, behalf })
    engine.background.add(engine.background.owe([owedWebhook(caller, run, url)], send))
  }
}

const owedScript = ({ engine }: Caller, { action: { aId, displayId }, data }: PostRun): OwedWork => ({
  at: engine.now,
  kind: "post_script",
  id: aId,
  name: displayId,
  itemId: data.i_id,
})

const owedWebhook = ({ engine }: Caller, { action: { aId }, data }: PostRun, url: string): OwedWork => ({
  at: engine.now,
  kind: "webhook",
  id: aId,
  name: url,
  itemId: data.i_id,
})
