import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { type OperationName, operationOf, type Row, routesOf, rows } from "../../emulator/api/index.ts"
import { isRead } from "../../emulator/api/pipeline/pipeline.ts"
import { roots } from "../../emulator/graphql/roots/table.ts"
import * as operations from "../../src/operations/list.ts"

/** The index of operations in api.md section 22. */
const INDEX = readFileSync(new URL("../../docs/reference/api.md", import.meta.url), "utf8").split("\n## 22. ")[1] ?? ""

const answerOf = (row: Row) =>
  typeof row.answer === "function" ? row.answer : "json" in row.answer ? row.answer.json : undefined

test("the table has exactly the operations of the index", () => {
  const listed = INDEX.split("\n")
    .filter((line) => line.startsWith("| ["))
    .flatMap((line) => [...line.matchAll(/\[([A-Z]\w+)\]\(#section-/g)].map(([, name]) => name))
  expect(listed.length).toBeGreaterThan(100)
  expect(rows.map(([name]) => operationOf(name)).sort()).toEqual(listed.sort())
  expect(INDEX).toContain(`The API has ${rows.length} operations.`)
})

test("every declared operation has a row or a GraphQL root", () => {
  const reachable = new Set<unknown>([
    ...rows.map(([, row]) => "operation" in row && row.operation),
    ...Object.values(roots).map(({ operation }) => operation),
  ])
  expect(Object.entries(operations).filter(([, operation]) => !reachable.has(operation))).toEqual([])
})

test("queries only read, and so do two operations that are no queries", () => {
  const reads: OperationName[] = ["itemList", "getUserProfilePicture", "getItemHistoriesOld", "downloadTemplate"]
  expect(reads.filter((name) => !isRead(name))).toEqual([])
  const others: OperationName[] = ["getAutoNumber", "createItem", "login", "unauthorizedCall"]
  expect(others.filter(isRead)).toEqual([])
})

test("no two operations share a method and path", () => {
  const routes = rows.flatMap(([, row]) =>
    routesOf(row).map(({ method, path }) => `${method} ${path.replaceAll(/:[^/]+/g, ":")}`),
  )
  expect(routes.length).toBe(new Set(routes).size)
})

test("every schema can be built", () => {
  for (const [, row] of rows) for (const make of [row.query, row.body, row.form, answerOf(row)]) make?.()
})

test("texts of errors name only parameters of the path", () => {
  for (const [name, row] of rows) {
    const text = JSON.stringify(row.errors ?? {})
    for (const [, placeholder] of text.matchAll(/\{([\w-]+)\}/g)) {
      const known = placeholder === "current-workspace" || row.paths.every((path) => path.includes(`:${placeholder}`))
      expect(known, `${name}: {${placeholder}}`).toBe(true)
    }
  }
})

test("a row that reads a body of one kind reads none of the other", () => {
  for (const [name, row] of rows) expect(row.body !== undefined && row.form !== undefined, name).toBe(false)
})
