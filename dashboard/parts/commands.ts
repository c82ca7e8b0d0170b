import { pathOf } from "../api/person.ts"
import { worldName } from "../state/address.ts"

export const baseUrl = (): string => location.origin + pathOf(worldName.value)

export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** A command that changes the world through the control plane. `path` is relative to the world. */
export function controlCommand(method: string, path: string, body?: object): string {
  const sent = body === undefined ? "" : ` -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`
  const url = `${location.origin}/_hexarium/worlds/${encodeURIComponent(worldName.value)}${path}`
  return `curl -s -X ${method} -H 'X-Hexarium: 1'${sent} ${url}`
}

/** A command that stores a user's token in `$TOKEN`. */
export const tokenCommand = (email: string): string =>
  `TOKEN=$(${controlCommand("POST", "/tokens", { user: email })} | sed 's/.*"token":"\\([^"]*\\).*/\\1/')`

/** A request to the API as a command with `$TOKEN`. */
export function curlOf(method: string, path: string, body?: string): string {
  const parts = ["curl", ...(method === "GET" ? [] : ["-X", method]), '-H "Authorization: Bearer $TOKEN"']
  if (body !== undefined) parts.push("-H 'Content-Type: application/json'", "-d", quoted(body))
  return `${parts.join(" ")} ${quoted(`${baseUrl()}${path}`)}`
}
