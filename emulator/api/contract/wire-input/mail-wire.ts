/** Where a request names the template and the sender of its mail. */
export const mailWire = <const T extends string>(template: T) =>
  ({
    "mail.templateId": template,
    "mail.sender.address": "sender_address",
    "mail.sender.name": "sender_name",
  }) as const
