/** Returns the names that requests use for a mail's template and sender. */
export const mailWire = <const T extends string>(template: T) =>
  ({
    "mail.templateId": template,
    "mail.sender.address": "sender_address",
    "mail.sender.name": "sender_name",
  }) as const
