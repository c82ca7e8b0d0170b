import { createHash } from "node:crypto"
import { manualClock } from "../ports/manual-clock.ts"
import { memoryBlobs } from "../../src/ports/defaults/memory-blobs.ts"
import { memoryPersistence } from "../../src/adapters/memory-persistence.ts"
import { MemoryDatabase, memoryStore } from "../../src/ports/defaults/memory-store.ts"
import { recordingDelivery, recordingWebhooks } from "../ports/recording.ts"
import { scryptPasswords } from "../../src/ports/defaults/scrypt-passwords.ts"
import { systemClock } from "../../src/adapters/system-clock.ts"
import { blobsContract } from "../ports/blobs-contract.ts"
import { mailDeliveryContract } from "../ports/mail-delivery-contract.ts"
import { passwordsContract } from "../ports/passwords-contract.ts"
import { persistenceContract } from "../ports/persistence-contract.ts"
import { storeContract } from "../ports/store-contract.ts"
import { wallClockContract } from "../ports/wall-clock-contract.ts"
import { webhooksContract } from "../ports/webhooks-contract.ts"

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

persistenceContract("memory", async () => {
  const persistence = memoryPersistence()
  return { persistence, reopen: async () => persistence, dispose: async () => {} }
})

storeContract("memory", "several", async () => {
  const database = new MemoryDatabase()
  return { open: async () => memoryStore(database), dispose: async () => {} }
})
