import type { Row } from "../../../emulator/contract/row.ts"
import { type OperationName, operationOf, table } from "../../../emulator/contract/table.ts"
import type { RecordedExample } from "../../../emulator/http/openapi/recorded-example.ts"
import { createApp } from "../../../emulator/index.ts"
import type { World } from "../../../src/inside.ts"
import { type Answered, apiClient } from "../../conformance.ts"
import { DEMO, namesOf } from "./demo.ts"
import { BEN, EXAMPLES } from "./requests.ts"

/** Runs an operation's example in a copy of the demo, and writes down what was sent and answered. */
export async function runExample(demo: World, name: OperationName): Promise<RecordedExample> {
  const make = EXAMPLES[name]
  if (make === undefined) throw new Error(`${name} has no example`)
  const world = demo.fork()
  const app = createApp({ world })
  const { token = BEN, ...sent } = await make({ ben: apiClient(app, BEN), names: () => namesOf(world) })
  const row: Row = table[name]
  const client = apiClient(app, row.auth === "public" ? undefined : token)
  const answered: Answered<unknown> = await client[name](sent)
  await world.idle()
  const { params, query, body, form } = sent
  return {
    operation: operationOf(name),
    ...DEMO,
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { body }),
    ...(form === undefined ? {} : { form: await writeForm(form) }),
    status: answered.status,
    ...recordAnswer(answered),
  }
}

async function writeForm(form: Readonly<Record<string, string | File>>): Promise<Record<string, string>> {
  const parts = Object.entries(form).map(async ([part, value]) => [
    part,
    typeof value === "string" ? value : textOf(new Uint8Array(await value.arrayBuffer())),
  ])
  return Object.fromEntries(await Promise.all(parts))
}

/** Bytes as a text, or how many there are when they are none. */
function textOf(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes)
  return text.includes("\ufffd") ? `(${bytes.length} bytes)` : text
}

function recordAnswer({ body, headers }: Answered<unknown>): Pick<RecordedExample, "answer" | "location" | "text"> {
  const location = headers.get("location")
  if (location !== null) return { location }
  if (body instanceof Uint8Array) return { text: textOf(body) }
  return { answer: body }
}
