import type { Action } from "../records/datastore.ts"
import type { Caller } from "../use-case.ts"
import { failureText, runScript } from "./run-script.ts"

/** A written item whose action has a post script or webhooks. */
export interface PostRun {
  readonly action: Action
  readonly data: Record<string, unknown>
}

/** What an awaited post script came to; null of one that goes on after the answer. */
export interface PostResult {
  readonly result: unknown
  readonly logs: readonly string[]
}

export const hasPostProcess = ({ postScript, webhooks }: Action): boolean =>
  postScript?.enabled === true || webhooks.length > 0

/**
 * Runs the post script of a committed action, then sends its webhooks. Resolves when the script is to be awaited and done;
 * everything else goes on in the background. Undefined without a post script.
 */
export async function runPostProcess(caller: Caller, run: PostRun): Promise<PostResult | undefined> {
  const { world } = caller
  const { life } = world
  const { postScript } = run.action
  if (postScript?.enabled !== true) {
    sendWebhooks(caller, run)
    return undefined
  }
  const script = runScript(caller, postScript.code, run.data).then(({ outcome, logs }) => {
    if (life === world.life) sendWebhooks(caller, run)
    return { result: outcome.status === "resolved" ? (outcome.value ?? null) : { error: failureText(outcome) }, logs }
  })
  if (postScript.sync) return script
  world.inBackground(script)
  return { result: null, logs: [] }
}

function sendWebhooks({ world }: Caller, { action, data }: PostRun): void {
  const body = { data }
  const log = world.webhookLog
  for (const url of action.webhooks) {
    const at = world.now
    const started = world.ports.wallClock.now()
    const ended = (how: { status: number } | { error: string }): void =>
      log.add({ at, url, ...how, ms: world.ports.wallClock.now() - started, body })
    const sent = world.ports.webhooks.post(url, body)
    world.inBackground(
      sent.then(
        (status) => ended({ status }),
        (error: unknown) => ended({ error: error instanceof Error ? error.message : String(error) }),
      ),
    )
  }
}
