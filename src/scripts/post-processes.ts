import type { Caller } from "../engine/use-case.ts"
import type { Action } from "../records/datastore.ts"
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
  const script = runScript(caller, postScript.code, run.data, scriptPlaceOf(run.data)).then(({ outcome, logs }) => {
    if (life === engine.life) sendWebhooks(caller, run)
    return { result: outcome.status === "resolved" ? (outcome.value ?? null) : { error: failureText(outcome) }, logs }
  })
  if (postScript.sync) return script
  engine.background.add(script)
  return { result: null, logs: [] }
}

function sendWebhooks({ engine, behalf }: Caller, { action, data }: PostRun): void {
  for (const url of action.webhooks) engine.background.add(sendWebhook(engine, { url, body: { data }, behalf }))
}
