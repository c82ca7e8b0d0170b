import type { Mail } from "../../../src/model/records/index.ts"

export const presentMail = ({ id, at, kind, to, from, subject, text, html, links }: Mail) => ({
  id,
  at,
  kind,
  to,
  from,
  subject,
  text,
  html,
  links: links.map(({ rel, url, confirmationId }) => ({ rel, url, confirmation_id: confirmationId })),
})
