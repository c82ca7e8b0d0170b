import { afterEach, describe, expect, test } from "vitest"
import type { Webhooks } from "../../src/ports/index.ts"

export interface WebhooksHarness {
  readonly webhooks: Webhooks
  /** A target on the loopback that responds with this status. */
  urlAnswering(status: number): string
  /** A target on the loopback that does not respond. */
  readonly deadUrl: string
  /** The parsed bodies that arrived, in order of arrival. */
  received(): readonly unknown[]
  dispose(): Promise<void>
}

/** Contract tests of the port `Webhooks`. */
export function webhooksContract(name: string, make: () => Promise<WebhooksHarness>): void {
  describe(`Webhooks: ${name}`, () => {
    let harness: WebhooksHarness

    afterEach(() => harness.dispose())

    test("posts the body as JSON, once, and resolves to the status", async () => {
      harness = await make()
      const body = { data: { title: "Grüße, 世界", list: [1, null, { deep: true }] } }
      expect(await harness.webhooks.post(harness.urlAnswering(204), body)).toBe(204)
      expect(harness.received()).toEqual([body])
    })

    test.each([301, 404, 500])("a status of %i is an answer like any other", async (status) => {
      harness = await make()
      expect(await harness.webhooks.post(harness.urlAnswering(status), { data: {} })).toBe(status)
      expect(harness.received()).toHaveLength(1)
    })

    test("rejects with an Error that tells why when there is no answer", async () => {
      harness = await make()
      const failure = await harness.webhooks.post(harness.deadUrl, { data: {} }).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(Error)
      expect((failure as Error).message).not.toBe("")
    })

    test("several at once reach their targets", async () => {
      harness = await make()
      const statuses = [200, 201, 202]
      const answers = statuses.map((status, data) => harness.webhooks.post(harness.urlAnswering(status), { data }))
      expect(await Promise.all(answers)).toEqual(statuses)
      expect([...harness.received()].sort()).toHaveLength(3)
    })
  })
}
