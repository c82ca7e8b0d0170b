import { routes } from "../../../emulator/client/routes.ts"
import { baseUrl, curlOf, tokenCommand } from "../../parts/commands.ts"
import { actingAs } from "../../state/people.ts"
import { requestTexts } from "../../texts/requests.ts"
import type { Entry } from "./entry.ts"

/** The request as a command, with `$TOKEN` in place of the token and a line above it that gets one. */
export function asCurl({ method, path, request, user }: Entry): string {
  const body = request === null ? undefined : JSON.stringify(request)
  const email = user ?? actingAs.peek()
  const token = email === undefined ? [] : [requestTexts().tokenLine, tokenCommand(email)]
  return [...token, curlOf(method, path, body)].join("\n")
}

/** The request as a call of the typed client. */
export function asClientCall(entry: Entry): string {
  const { name, params, query } = partsOf(entry)
  const members = {
    ...(Object.keys(params).length === 0 ? {} : { params }),
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...(entry.request === null || entry.method === "GET" ? {} : { body: entry.request }),
  }
  const input = Object.keys(members).length === 0 ? "" : JSON.stringify(members, null, 2)
  return `await client.${name}(${input})`
}

/** A test that sends the request and expects the answer that it got. */
export function asTest(entry: Entry): string {
  const call = asClientCall(entry).replaceAll("\n", "\n  ")
  const user = JSON.stringify(entry.user ?? actingAs.peek() ?? "")
  const expected =
    entry.status < 400
      ? `  const answer = ${call}\n  expect(answer).toMatchObject(${JSON.stringify(entry.response, null, 2).replaceAll("\n", "\n  ")})`
      : `  const refused = ${call.replace("await ", "")}\n  await expect(refused).rejects.toMatchObject({ status: ${entry.status} })`
  return [
    'import { expect, test } from "vitest"',
    'import { createClient } from "hexarium/client"',
    "",
    `test(${JSON.stringify(`${entry.operation ?? entry.path} answers ${entry.status}`)}, async () => {`,
    `  const client = createClient({ baseUrl: ${JSON.stringify(baseUrl())}, token: process.env.TOKEN ?? "" }) // of ${user}`,
    expected,
    "})",
    "",
  ].join("\n")
}

/** Operation, parameters and query of a path, as the typed client takes them. */
export function partsOf({ operation, method, path }: Pick<Entry, "operation" | "method" | "path">) {
  const [place = "", search = ""] = path.replace(/^\/api\/v0/, "").split(/\?(.*)/s)
  const name = (operation ?? "").replace(/^./, (letter) => letter.toLowerCase())
  const facts = Object.entries(routes).find(([key]) => key === name)?.[1]
  const parts = place.split("/")
  for (const [routeMethod, route] of facts?.routes ?? []) {
    const names = route.split("/")
    const fits = names.length === parts.length && names.every((part, at) => part.startsWith(":") || part === parts[at])
    if (routeMethod !== method || !fits) continue
    const params = Object.fromEntries(
      names.flatMap((part, at) => (part.startsWith(":") ? [[part.slice(1), decodeURIComponent(parts[at] ?? "")]] : [])),
    )
    return { name, params, query: Object.fromEntries(new URLSearchParams(search)) }
  }
  return { name, params: {}, query: Object.fromEntries(new URLSearchParams(search)) }
}
