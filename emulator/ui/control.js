import { note } from "./dom.js"

const ROOT = "/_hexarium"

/** A request to the control plane; a refusal is shown and thrown. */
export async function ask(method, path, body) {
  const answer = await fetch(ROOT + path, {
    method,
    headers: { "x-hexarium": "1", ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const content = await answer.json().catch(() => null)
  if (answer.ok) return content
  const text = content?.error ?? `${answer.status} ${answer.statusText}`
  note(text, true)
  throw new Error(text)
}

/** The control plane of one world. */
export const worldPath = (world, rest = "") => `/worlds/${encodeURIComponent(world)}${rest}`

export const eventsOf = (world) => new EventSource(ROOT + worldPath(world, "/events"))
