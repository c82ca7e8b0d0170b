import { pathOf } from "../api/person.ts"
import { worldName } from "../state/address.ts"

export const baseUrl = (): string => location.origin + pathOf(worldName.value)

export const quoteText = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Returns a shell command that calls the control plane to change the world. `path` is relative to the world's URL. */
export function controlCommand(method: string, path: string, body?: object): string {
  const sent = body === undefined ? "" : ` -H 'Content-Type: application/json' -d ${quoteText(JSON.stringify(body))}`
  const url = `${location.origin}/_hexarium/worlds/${encodeURIComponent(worldName.value)}${path}`
  return `curl -s -X ${method} -H 'X-Hexarium: 1'${sent} ${url}`
}

/** Returns a shell command that stores a user's token in `$TOKEN`. */
export const tokenCommand = (email: string): string =>
  `TOKEN=$(${controlCommand("POST", "/tokens", { user: email })} | sed 's/.*"token":"\\([^"]*\\).*/\\1/')`

/** Returns a shell command that sends a request to the API with the token in `$TOKEN`. */
export function curlOf(method: string, path: string, body?: string, isDryRun = false): string {
  const parts = ["curl", ...(method === "GET" ? [] : ["-X", method]), '-H "Authorization: Bearer $TOKEN"']
  if (isDryRun) parts.push("-H 'X-Hexarium-Dry-Run: 1'")
  if (body !== undefined) parts.push("-H 'Content-Type: application/json'", "-d", quoteText(body))
  return `${parts.join(" ")} ${quoteText(`${baseUrl()}${path}`)}`
}
