import {
  type OperationName,
  operationOf,
  type RecordedExample,
  type RecordedExchange,
  type Row,
  routesOf,
  table,
} from "../../../emulator/api/index.ts"
import { createApp } from "../../../emulator/index.ts"
import type { World } from "../../../src/world/index.ts"
import { type Answered, apiClient } from "../../conformance.ts"
import { documentDrift } from "../../document-drift.ts"
import { DEMO, namesOf } from "./demo.ts"
import { BEN, EXAMPLES, type ExampleRequest } from "./requests.ts"

/** Runs an operation's example on each of its paths, each in a copy of the demo. Returns the requests and responses. */
export async function runExample(demo: World, name: OperationName): Promise<RecordedExample> {
  const [main, ...others] = routesOf(table[name]).map((_, route) => exchange(demo, name, route))
  if (main === undefined) throw new Error(`${name} has no path`)
  const elsewhere = await Promise.all(others)
  return {
    operation: operationOf(name),
    ...DEMO,
    ...(await main),
    ...(elsewhere.length === 0 ? {} : { elsewhere }),
  }
}

async function exchange(demo: World, name: OperationName, route: number): Promise<RecordedExchange> {
  const make = EXAMPLES[name]
  if (make === undefined) throw new Error(`${name} has no example`)
  const world = demo.fork()
  const app = createApp({ world })
  const stage = { ben: apiClient(app, BEN), names: () => namesOf(world) }
  const { token = BEN, elsewhere = {}, ...given } = await make(stage)
  const sent = route === 0 ? given : { ...given, ...alsoGiven(given, elsewhere), route }
  const row: Row = table[name]
  const client = apiClient(app, row.auth === "public" ? undefined : token)
  const answered: Answered<unknown> = await client[name](sent)
  const wrong = documentDrift(name, answered)
  if (wrong !== null) throw new Error(wrong)
  await world.idle()
  const params = [...(routesOf(row)[route]?.path ?? "").matchAll(/:([^/]+)/g)].map(([, parameter = ""]) => [
    parameter,
    sent.params?.[parameter],
  ])
  const { query, body, form } = sent
  return {
    ...(params.length === 0 ? {} : { params: Object.fromEntries(params) }),
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { body }),
    ...(form === undefined ? {} : { form: await writeForm(form) }),
    status: answered.status,
    ...recordAnswer(answered),
  }
}

const alsoGiven = ({ params, body }: ExampleRequest, elsewhere: NonNullable<ExampleRequest["elsewhere"]>) => ({
  ...(elsewhere.params && { params: { ...params, ...elsewhere.params } }),
  ...(elsewhere.body && { body: { ...(body as object), ...elsewhere.body } }),
})

async function writeForm(form: Readonly<Record<string, string | File>>): Promise<Record<string, string>> {
  const parts = Object.entries(form).map(async ([part, value]) => [
    part,
    typeof value === "string" ? value : textOf(new Uint8Array(await value.arrayBuffer())),
  ])
  return Object.fromEntries(await Promise.all(parts))
}

/** Text of the bytes, or their number if they are not text. */
function textOf(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes)
  return text.includes("\ufffd") ? `(${bytes.length} bytes)` : text
}

function recordAnswer({ body, headers }: Answered<unknown>): Pick<RecordedExchange, "answer" | "location" | "text"> {
  const location = headers.get("location")
  if (location !== null) return { location }
  if (body instanceof Uint8Array) return { text: textOf(body) }
  return { answer: body }
}
