import { beforeAll, expect, test } from "vitest"
import { Documents } from "../../emulator/graphql/document.ts"
import { graphqlJs } from "../../emulator/graphql/graphql-js.ts"

beforeAll(() => graphqlJs.load())

const read = (documents: Documents, text: string, name?: string) => documents.read(text, name, () => {})

test("a server keeps valid documents", () => {
  const documents = new Documents()
  const first = read(documents, "{ __typename }")
  expect(read(documents, "{ __typename }")).toBe(first)
  expect(read(documents, "query A { __typename } query B { workspaces { current_workspace_id } }", "B").roots).toEqual([
    "workspaces",
  ])
  expect(read(documents, "query A { __typename } query B { workspaces { current_workspace_id } }", "A").roots).toEqual(
    [],
  )
})

test("a server keeps at most 128 Ki characters, and drops the documents that were used least recently", () => {
  const documents = new Documents()
  const padded = (name: string) => `query ${name} { __typename } #${"x".repeat(4000)}`
  const [first, second] = [read(documents, padded("a")), read(documents, padded("b"))]
  for (let at = 0; at < 30; at += 1) {
    read(documents, padded(`q${at}`))
    expect(read(documents, padded("a"))).toBe(first)
  }
  for (let at = 30; at < 40; at += 1) read(documents, padded(`q${at}`))
  expect(read(documents, padded("a"))).toBe(first)
  expect(read(documents, padded("b"))).not.toBe(second)
})

test("a server does not keep long or refused documents", () => {
  const documents = new Documents()
  const long = `{ __typename } #${"x".repeat(9000)}`
  expect(read(documents, long)).not.toBe(read(documents, long))
  for (let time = 0; time < 2; time += 1) expect(() => read(documents, "{ nothing }")).toThrow(/nothing/)
})
