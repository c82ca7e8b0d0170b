import type { MailStyle } from "../../../src/inside.ts"

interface SenderFields {
  readonly sender_address?: string | undefined
  readonly sender_name?: string | undefined
}

/** How a request wants its mail: the sender of its body, and the template it names. */
export const mailStyle = (body: SenderFields, templateId: string | undefined): MailStyle => ({
  templateId,
  sender: { address: body.sender_address, name: body.sender_name },
})
