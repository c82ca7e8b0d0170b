import { buildClientSchema, buildSchema, getIntrospectionQuery, type IntrospectionQuery, printSchema } from "graphql"
import { expect, test } from "vitest"
import { SDL } from "../../emulator/graphql/sdl.ts"
import { createApp } from "../../emulator/index.ts"
import { leastRatioOf } from "../processor-time.ts"
import { people } from "../sample-worlds/people.ts"
import { HOSTILE_DOCUMENTS } from "./hostile.ts"

const { world } = await people()
const app = createApp({ world })

const send = (query: string) =>
  app.fetch("/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer ada-token" },
    body: JSON.stringify({ query, operationName: query.startsWith("query q0") ? "q0" : undefined }),
  })

test("tools get the whole schema by introspection, without a token", async () => {
  const response = await app.fetch("/graphql", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: getIntrospectionQuery() }),
  })
  const { data } = (await response.json()) as { data: IntrospectionQuery }
  expect(printSchema(buildClientSchema(data))).toBe(printSchema(buildSchema(SDL)))
})

test.each(Object.entries(HOSTILE_DOCUMENTS))(
  "%s: takes at most 6 times as long as what tools ask for, and is no bug",
  async (_, query) => {
    const answer = async (sent: string) => {
      const response = await send(sent)
      return { status: response.status, text: await response.text() }
    }
    const { result, ratio } = await leastRatioOf(
      6,
      () => answer(query),
      () => answer(getIntrospectionQuery()),
    )
    expect([200, 400]).toContain(result.status)
    expect(result.text.length).toBeLessThan(1_000_000)
    expect(ratio).toBeLessThanOrEqual(6)
  },
)

test.each([
  "the same leaf 2000 times",
  "fragments that double 30 times",
  "600 fragments in a chain",
  "introspection of types of fields of types",
  "introspection with many aliases",
])("%s: refused before it is executed", async (name) => {
  expect((await send(HOSTILE_DOCUMENTS[name] ?? "")).status).toBe(400)
})
