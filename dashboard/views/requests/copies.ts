import { baseUrl, controlCommand, curlOf, tokenCommand } from "../../parts/commands.ts"
import { actingAs } from "../../state/people.ts"
import { requestTexts } from "../../texts/requests.ts"
import type { Entry } from "./entry.ts"
import { partsOf } from "./request-parts.ts"

/** Call of an operation through the control plane, with names instead of IDs (control.md section 3, "call"). */
interface NaturalCall {
  readonly operation: string
  readonly as?: string
  readonly input?: object
}

export const callOf = ({ path, request }: Entry): NaturalCall | undefined =>
  path.startsWith("/_hexarium/") ? (request as NaturalCall) : undefined

/** Returns a shell command that sends the request, preceded by a line that stores a token in `$TOKEN`. */
export function asCurl(entry: Entry): string {
  const { method, path, request, user } = entry
  const call = callOf(entry)
  if (call !== undefined) return controlCommand("POST", "/call", call)
  const body = request === null ? undefined : JSON.stringify(request)
  const email = user ?? actingAs.peek()
  const token = email === undefined ? [] : [requestTexts().tokenLine, tokenCommand(email)]
  return [...token, curlOf(method, path, body, entry.dry_run === true)].join("\n")
}

export function asClientCall(entry: Entry): string {
  const call = callOf(entry)
  if (call !== undefined) {
    const door = call.as === undefined ? "public" : `as(${JSON.stringify(call.as)})`
    return `await control.${door}.${partsOf(entry).name}(${JSON.stringify(call.input ?? {}, null, 2)})`
  }
  const { name, params, query } = partsOf(entry)
  const members = {
    ...(Object.keys(params).length === 0 ? {} : { params }),
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...(entry.request === null || entry.method === "GET" ? {} : { body: entry.request }),
  }
  const input = Object.keys(members).length === 0 ? "" : JSON.stringify(members, null, 2)
  const client = entry.dry_run === true ? "client.with({ dryRun: true })" : "client"
  return `await ${client}.${name}(${input})`
}

/** Returns the code of a test that sends the request and expects the recorded response. */
export function asTest(entry: Entry): string {
  const isCall = callOf(entry) !== undefined
  const call = asClientCall(entry).replaceAll("\n", "\n  ")
  const user = JSON.stringify(entry.user ?? actingAs.peek() ?? "")
  const expected =
    entry.status < 400
      ? `  const ${entry.dry_run === true ? "{ response: answer }" : "answer"} = ${call}\n  expect(answer).toMatchObject(${JSON.stringify(isCall ? resultIn(entry) : entry.response, null, 2).replaceAll("\n", "\n  ")})`
      : `  const refused = ${call.replace("await ", "")}\n  await expect(refused).rejects.toMatchObject({ status: ${entry.status} })`
  return [
    'import { expect, test } from "vitest"',
    isCall ? 'import { createControl } from "hexarium/control"' : 'import { createClient } from "hexarium/client"',
    "",
    `test(${JSON.stringify(`${entry.operation ?? entry.path} answers ${entry.status}`)}, async () => {`,
    isCall
      ? `  const control = createControl({ url: ${JSON.stringify(baseUrl())} })`
      : `  const client = createClient({ baseUrl: ${JSON.stringify(baseUrl())}, token: process.env.TOKEN ?? "" }) // of ${user}`,
    expected,
    "})",
    "",
  ].join("\n")
}

const resultIn = ({ response }: Entry): unknown =>
  typeof response === "object" && response !== null && "result" in response ? response.result : response
