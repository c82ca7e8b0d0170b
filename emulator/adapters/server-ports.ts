import type { Ports } from "../../src/engine/index.ts"
import { type NamesOf, requireOptions } from "../../src/model/index.ts"
import { defaultPorts, memoryBlobs, type Scripts, type Webhooks } from "../../src/ports/index.ts"
import { vmPatterns } from "./vm-patterns.ts"
import type { WebhookOptions } from "./webhooks.ts"

/** Settings for what a server may reach outside its process. */
export interface OutsideWorld {
  /** SMTP server that also receives the mails that worlds send: `smtp://host:port`. */
  readonly smtp?: string | undefined
  /** Whether webhooks may be sent outside the loopback. */
  readonly allowOutbound?: boolean | undefined
  /** Secret with which webhooks are signed (control.md section 1). Default: webhooks have no signature. */
  readonly webhookSecret?: string | undefined
}

/**
 * Creates the ports for a server's worlds. Modules that are seldom needed are loaded on first use.
 *
 * @example
 * ```ts
 * import { createWorld } from "hexarium"
 * import { serverPorts } from "hexarium/node"
 *
 * const ports = await serverPorts({ smtp: "smtp://127.0.0.1:1025" })
 * const world = await createWorld({ fixture, ports })
 * ```
 */
export async function serverPorts(outside: OutsideWorld = {}): Promise<Ports> {
  requireOptions("serverPorts", outside, {
    smtp: true,
    allowOutbound: true,
    webhookSecret: true,
  } satisfies NamesOf<OutsideWorld>)
  const { smtp, allowOutbound = false, webhookSecret: secret } = outside
  const ports: Ports = {
    ...defaultPorts(),
    blobs: memoryBlobs((bytes) =>
      process.getBuiltinModule("node:crypto").createHash("sha256").update(bytes).digest("hex"),
    ),
    patterns: vmPatterns(),
    scripts: lateScripts(),
    webhooks: lateWebhooks({ allowOutbound, secret }),
  }
  if (smtp === undefined) return ports
  const { loadNodemailer, smtpDelivery } = await import("./smtp.ts")
  await loadNodemailer()
  return { ...ports, mailDelivery: smtpDelivery(smtp) }
}

function lateScripts(): Scripts {
  let loaded: Promise<Scripts> | undefined
  const load = (): Promise<Scripts> => {
    loaded ??= import("./quickjs.ts").then(({ serverScripts }) => serverScripts())
    return loaded
  }
  return {
    run: async (run) => (await load()).run(run),
    check: async (code) => (await load()).check(code),
    close: () => void loaded?.then((scripts) => scripts.close()),
  }
}

function lateWebhooks(options: WebhookOptions): Webhooks {
  let loaded: Promise<Webhooks> | undefined
  return {
    async post(url, body) {
      loaded ??= import("./webhooks.ts").then(({ httpWebhooks }) => httpWebhooks(options))
      return (await loaded).post(url, body)
    },
  }
}
