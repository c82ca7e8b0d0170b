import type { Mail } from "../../../src/inside.ts"

/** Mail of control.md section 3. */
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
