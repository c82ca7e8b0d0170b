import { afterEach, describe, expect, test } from "vitest"
import type { MailId } from "../../src/model/index.ts"
import type { Mail } from "../../src/model/records/index.ts"
import type { MailDelivery } from "../../src/ports/index.ts"

/** The parts of a mail that the SMTP server received. */
export type ReceivedMail = Pick<Mail, "to" | "from" | "subject" | "text" | "html">

export interface MailDeliveryHarness {
  readonly delivery: MailDelivery
  /** An adapter whose server does not listen. */
  readonly broken: MailDelivery
  received(): Promise<readonly ReceivedMail[]>
  dispose(): Promise<void>
}

const mail = (ordinal: number): Mail => ({
  id: `m${ordinal}` as MailId,
  at: "2026-01-05T09:00:00.000Z",
  kind: "invitation",
  to: `bob${ordinal}@acme.test`,
  from: "no-reply@localhost",
  subject: `Einladung für Bob ${ordinal} – 招待`,
  text: "Open https://example.test/confirm_email/abc?x=1&y=2\n\n.\nlast line",
  html: "<p>Open <a href='https://example.test/'>this</a> – 招待</p>",
  links: [],
  ordinal,
})

const visibleParts = ({ to, from, subject, text, html }: ReceivedMail): ReceivedMail => ({
  to,
  from,
  subject,
  text,
  html,
})

/** Contract tests of the port `MailDelivery`. */
export function mailDeliveryContract(name: string, make: () => Promise<MailDeliveryHarness>): void {
  describe(`MailDelivery: ${name}`, () => {
    let harness: MailDeliveryHarness

    afterEach(() => harness.dispose())

    test("delivers a mail as it is", async () => {
      harness = await make()
      await harness.delivery.deliver(mail(1))
      expect((await harness.received()).map(visibleParts)).toEqual([visibleParts(mail(1))])
    })

    test("delivers many at once, each once", async () => {
      harness = await make()
      const mails = Array.from({ length: 8 }, (_, ordinal) => mail(ordinal))
      await Promise.all(mails.map((one) => harness.delivery.deliver(one)))
      const received = (await harness.received()).map((one) => one.to).sort()
      expect(received).toEqual(mails.map((one) => one.to).sort())
    })

    test("rejects with an Error when it can't, and does not throw at once", async () => {
      harness = await make()
      const attempt = harness.broken.deliver(mail(1))
      await expect(attempt).rejects.toBeInstanceOf(Error)
      expect(await harness.received()).toEqual([])
    })
  })
}
