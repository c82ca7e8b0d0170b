import { describe, expect, test } from "vitest"
import * as z from "zod"
import { type OperationName, type Row, rows, table } from "../../emulator/api/index.ts"
import { createApp } from "../../emulator/index.ts"
import { type Answered, apiClient, type Sent } from "../conformance.ts"
import { documentDrift } from "../document-drift.ts"
import { operationsIn } from "./errors-page.ts"
import { demoWorld, namesOf } from "./examples/demo.ts"
import { BEN, EXAMPLES } from "./examples/requests.ts"

/** Rules of api.md section 0 and errors.md section 2 that apply to every operation, each tested with the operation's example. */

const demo = await demoWorld()
const world = demo.fork()
const app = createApp({ world })
const builtRows = rows.filter(([name]) => EXAMPLES[name] !== undefined)

/** Operations whose parameter errors are an array with `result: null`. */
const ERRORS_WITH_RESULT = operationsIn('section 1, "E1"', /^\| <a id="E1">.*$/m)

/** Operations that respond to an unknown container in the path with 400 instead of 404. */
const PLACE_IS_400 = operationsIn(
  'section 2, "Unknown places"',
  /^\*\*Unknown places\*\*[\s\S]*?(?= respond with 400)/m,
)

/** Sends a changed example of an operation. */
async function send(
  name: OperationName,
  change: (sent: Sent) => Sent,
): Promise<{ answer: Answered<unknown>; before: string }> {
  await world.idle()
  await world.reset()
  const make = EXAMPLES[name]
  if (make === undefined) throw new Error(`${name} has no example`)
  const { token = BEN, ...sent } = await make({ ben: apiClient(app, BEN), names: () => namesOf(world) })
  const row: Row = table[name]
  const before = world.hash()
  const changed = change(sent)
  const client = apiClient(app, row.auth === "public" || changed.headers?.authorization === "" ? undefined : token)
  const headers = Object.fromEntries(Object.entries(changed.headers ?? {}).filter(([, value]) => value !== ""))
  const answer: Answered<unknown> = await client[name]({ ...changed, headers })
  expect(documentDrift(name, answer)).toBe(null)
  return { answer, before }
}

async function refusalOf(
  name: OperationName,
  status: number,
  change: (sent: Sent) => Sent,
  rule = "api.md section 0",
): Promise<unknown> {
  const { answer, before } = await send(name, change)
  expect(answer.status, `${name}: ${JSON.stringify(answer.body)}; see ${rule}`).toBe(status)
  expect(world.hash(), `${name} changed the state`).toBe(before)
  return answer.body
}

const expectParameterError = (name: OperationName, answer: unknown) =>
  expect(answer, `${name}: see ${ERRORS_WITH_RESULT.rule}`).toMatchObject(
    ERRORS_WITH_RESULT.has(name) ? { has_error: true, result: null } : { error_code: "INVALID_PARAMS" },
  )

const namesWhere = (keep: (row: Row) => boolean) => builtRows.filter(([, row]) => keep(row)).map(([name]) => name)

describe("the token", () => {
  test.each(namesWhere((row) => row.auth === "token"))("%s needs one", async (name) => {
    const without = await refusalOf(name, 401, (sent) => ({ ...sent, headers: { authorization: "" } }))
    expect(without).toEqual({ error: "TOKEN_INVALID", error_code: "UNAUTHORIZED", description: "no token" })
    const wrong = await refusalOf(name, 401, (sent) => ({ ...sent, headers: { authorization: "Bearer nonsense" } }))
    expect(wrong).toMatchObject({ error: "TOKEN_INVALID", error_code: "UNAUTHORIZED" })
  })

  test.each(namesWhere((row) => row.auth === "public"))("%s ignores one", async (name) => {
    const { answer } = await send(name, (sent) => ({ ...sent, headers: { authorization: "Bearer nonsense" } }))
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(400)
  })
})

describe("the place", () => {
  const CONTAINERS = ["workspace-id", "app-id", "project-id", "datastore-id", "group-id", "parent-group-id", "auto-id"]
  const cases = builtRows.flatMap(([name, row]) =>
    CONTAINERS.filter((container) => row.paths[0].includes(`:${container}`)).map(
      (container) => [name, container] as const,
    ),
  )

  test.each(cases)("%s with an unknown %s", async (name, container) => {
    const unknown = async (value: string) =>
      refusalOf(
        name,
        PLACE_IS_400.has(name) ? 400 : 404,
        (sent) => ({
          ...sent,
          params: { ...sent.params, [container]: value },
          body: table[name].method === "get" ? undefined : "{malformed",
          headers: { "content-type": "application/json" },
        }),
        PLACE_IS_400.rule,
      )
    await unknown("nowhere")
    await unknown("ffffffffffffffffffffffff")
    await unknown("__proto__")
  })
})

describe("the body", () => {
  const withBody = namesWhere((row) => row.body !== undefined && row.method !== "get")
  /** CreateConfirmation takes any body (api.md section 2.5). */
  const withJson = withBody.filter((name) => name !== "createConfirmation")
  const JSON_TYPE = { "content-type": "application/json" }

  test.each(withJson)("%s refuses what is malformed, in the flat body", async (name) => {
    for (const body of ["{", '{"__proto__":1}', `${"[".repeat(65)}${"]".repeat(65)}`]) {
      const answer = await refusalOf(name, 400, (sent) => ({ ...sent, body, headers: JSON_TYPE }))
      expect(answer, body).toEqual({ error: expect.stringMatching(/./), error_code: "INVALID_PARAMS" })
    }
    const typed = await refusalOf(name, 400, (sent) => ({
      ...sent,
      body: JSON.stringify(sent.body ?? {}),
      headers: { "content-type": "text/plain" },
    }))
    expect(typed).toEqual({ error: expect.stringMatching(/./), error_code: "INVALID_PARAMS" })
  })

  test.each(withJson)("%s takes an object and nothing else", async (name) => {
    for (const body of [[], "text", 1]) {
      const answer = await refusalOf(name, 400, (sent) => ({ ...sent, body: JSON.stringify(body), headers: JSON_TYPE }))
      expectParameterError(name, answer)
    }
  })

  test.each(withBody)("%s ignores unknown members", async (name) => {
    const { answer } = await send(name, (sent) => ({
      ...sent,
      body: { ...(sent.body as object), "un-heard-of": { of: [1, null] }, constructor: 1 },
    }))
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(400)
  })

  const members = builtRows.flatMap(([name, row]) => {
    if (row.body === undefined || row.method === "get") return []
    const { properties = {}, required = [] } = z.toJSONSchema(row.body(), { io: "input", unrepresentable: "any" })
    return Object.entries(properties).map(
      ([member, schema]) => [name, member, required.includes(member), schema as Record<string, unknown>] as const,
    )
  })

  test.each(members)(
    "%s, member %s (required: %s): null is absent, a wrong type 400",
    async (name, member, isRequired, schema) => {
      const without = async (change: Record<string, unknown>) =>
        send(name, (sent) => ({ ...sent, body: { ...(sent.body as object), ...change } }))
      const absent = await without({ [member]: undefined })
      const asNull = await without({ [member]: null })
      expect(asNull.answer.status).toBe(absent.answer.status)
      if (isRequired) {
        expect(absent.answer.status).toBe(400)
        expectParameterError(name, absent.answer.body)
      }
      if (schema.anyOf !== undefined || schema.type === undefined) return
      const wrong = schema.type === "object" ? "text" : { an: "object" }
      const answer = await refusalOf(name, 400, (sent) => ({
        ...sent,
        body: { ...(sent.body as object), [member]: wrong },
      }))
      expectParameterError(name, answer)
    },
  )
})

describe("the form", () => {
  test.each(namesWhere((row) => row.form !== undefined))(
    "%s takes multipart/form-data only, with its file",
    async (name) => {
      await refusalOf(name, 400, ({ form: _, ...sent }) => ({ ...sent, body: {} }))
      await refusalOf(name, 400, (sent) => {
        const { file: _, ...form } = sent.form ?? {}
        return { ...sent, form }
      })
    },
  )
})

describe("query parameters", () => {
  const required = builtRows.flatMap(([name, row]) => {
    if (row.query === undefined) return []
    const schema = z.toJSONSchema(row.query(), { io: "input", unrepresentable: "any" })
    return (schema.required ?? []).map((parameter) => [name, parameter] as const)
  })

  test.each(required)("%s needs %s", async (name, parameter) => {
    await refusalOf(name, 400, (sent) => {
      const { [parameter]: _, ...query } = sent.query ?? {}
      return { ...sent, query }
    })
  })
})
