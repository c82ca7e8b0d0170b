import { createHash } from "node:crypto"
import { scryptPasswords } from "../../src/ports/defaults/scrypt-passwords.ts"
import { systemClock } from "../../src/ports/defaults/system-time.ts"
import { memoryBlobs } from "../../src/ports/index.ts"
import { blobsContract } from "../ports/blobs-contract.ts"
import { mailDeliveryContract } from "../ports/mail-delivery-contract.ts"
import { manualClock } from "../ports/manual-clock.ts"
import { passwordsContract } from "../ports/passwords-contract.ts"
import { recordingDelivery, recordingWebhooks } from "../ports/recording.ts"
import { storeContract } from "../ports/store-contract.ts"
import { wallClockContract } from "../ports/wall-clock-contract.ts"
import { webhooksContract } from "../ports/webhooks-contract.ts"
import { SharedDatabase, sharedStore } from "../worlds/replicas/shared-store.ts"

wallClockContract("system", () => systemClock)
wallClockContract("manual", () => manualClock(Date.UTC(2026, 0, 5)))

passwordsContract("scrypt, cheap", () => scryptPasswords(), [scryptPasswords(4)])
passwordsContract("scrypt, stronger", () => scryptPasswords(6), [scryptPasswords()])

blobsContract("memory", () => memoryBlobs())
blobsContract("memory with the digest of the runtime", () =>
  memoryBlobs((bytes) => createHash("sha256").update(bytes).digest("hex")),
)

mailDeliveryContract("recording", async () => {
  const delivery = recordingDelivery()
  return {
    delivery,
    broken: recordingDelivery(new Error("nobody listens")),
    received: async () => delivery.delivered,
    dispose: async () => {},
  }
})

webhooksContract("recording", async () => {
  const webhooks = recordingWebhooks((url) => {
    if (url.endsWith("/dead")) throw new Error("nobody listens")
    return Number(url.slice(-3))
  })
  return {
    webhooks,
    urlAnswering: (status) => `http://127.0.0.1/${status}`,
    deadUrl: "http://127.0.0.1/dead",
    received: () => webhooks.posted.map((hook) => hook.body),
    dispose: async () => {},
  }
})

storeContract("memory", "several", async () => {
  const database = new SharedDatabase()
  return { open: async () => sharedStore(database), dispose: async () => {} }
})
