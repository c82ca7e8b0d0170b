import { createHash } from "node:crypto"
import { defaultPorts, memoryBlobs, type Ports } from "../../src/index.ts"
import { serverScripts } from "./quickjs.ts"
import { vmPatterns } from "./vm-patterns.ts"
import { httpWebhooks } from "./webhooks.ts"

export interface OutsideWorld {
  /** Where mails are delivered besides the outbox: `smtp://host:port`. */
  readonly smtp?: string | undefined
  /** Whether webhooks may leave the loopback. */
  readonly allowOutbound?: boolean | undefined
}

/** What the worlds of a server reach the outside through. */
export async function serverPorts({ smtp, allowOutbound = false }: OutsideWorld = {}): Promise<Ports> {
  const ports: Ports = {
    ...defaultPorts(),
    blobs: memoryBlobs((bytes) => createHash("sha256").update(bytes).digest("hex")),
    patterns: vmPatterns(),
    scripts: serverScripts(),
    webhooks: httpWebhooks({ allowOutbound }),
  }
  if (smtp === undefined) return ports
  const { smtpDelivery } = await import("./smtp.ts")
  return { ...ports, mailDelivery: smtpDelivery(smtp) }
}
