import type { Engine, Past, Ports } from "../engine/index.ts"
import type { Mail, WebhookDelivery } from "../model/records/index.ts"
import { type Change, ownSecretsOf, type State } from "../state/index.ts"

/** What a dry run would have done (insight.md section 3). The world itself is unchanged. */
export type DryRun<T> = {
  /** The changes that the run made to the copy of the world, in order. */
  readonly changes: readonly Change[]
  /** The mails that the run would have sent, in order. */
  readonly mails: readonly Mail[]
  /** The webhooks that the run would have sent. Their `error` says that they were not sent. */
  readonly webhooks: readonly WebhookDelivery[]
} & (
  | {
      /** The function's result. */
      readonly result: T
      /** Undefined, because the function did not reject. */
      readonly error: undefined
    }
  | {
      /** Undefined, because the function rejected. */
      readonly result: undefined
      /** The error with which the function rejected, such as a `DomainError`. */
      readonly error: unknown
    }
)

interface World extends Pick<Engine, "state" | "ports" | "baseUrl"> {
  readonly version: number
}

/** A copy of a world, which a dry run changes instead of the world. */
interface Twin extends Engine {
  onChange(changed: (change: Change) => void): () => void
  end(why: string): void
}

/** Returns ports that reach nothing outside the process: no store, no mail server and no webhooks. `why` is the error of webhooks. */
export function closedPorts({ persistence: _, mailDelivery: __, ...rest }: Ports, why: string): Ports {
  return { ...rest, webhooks: { post: () => Promise.reject(new Error(why)) } }
}

/**
 * Returns the parts of a copy for a dry run. Its ports reach nothing outside the process: no store, no mail server and no webhooks. Its
 * confirmation IDs and tokens come from another random stream, so that the world never issues them.
 */
export function partsOfDryRun(world: World): [State, Ports, string, Past] {
  const { state, baseUrl, version } = world
  const ports = closedPorts(world.ports, "a dry run sends no webhooks")
  return [state, ports, baseUrl, { version, ownSecrets: ownSecretsOf(state) }]
}

/** Runs a function on a copy of a world, waits for the jobs that it started, and discards the copy. */
export async function dryRun<W extends Twin, T>(twin: W, run: (twin: W) => T | Promise<T>): Promise<DryRun<T>> {
  const changes: Change[] = []
  const unsubscribe = twin.onChange((change) => void changes.push(change))
  const ended = await Promise.resolve()
    .then(() => run(twin))
    .then(
      (result) => ({ result, error: undefined }),
      (error: unknown) => ({ result: undefined, error }),
    )
  await twin.idle()
  unsubscribe()
  twin.end("the dry run has ended")
  twin.ports.blobs.release?.(twin)
  return { ...ended, changes, mails: sentMails(changes), webhooks: twin.webhookLog.entries }
}

/** Returns the mails that changes sent, also those that a later change deleted. */
export const sentMails = (changes: readonly Change[]): Mail[] =>
  changes.flatMap(({ patches }) =>
    patches.flatMap(({ table, before, after }) =>
      table === "mails" && before === undefined && after !== undefined ? [after as Mail] : [],
    ),
  )
