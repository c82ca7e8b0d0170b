import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import * as z from "zod"
import { failuresOf, operationOf, type Row, routesOf, rows } from "../../emulator/api/index.ts"
import { STATUSES } from "../../src/model/index.ts"

test("the wire changes only on purpose", async () => {
  const lines = rows.map(([name, row]) => `${operationOf(name)} | ${lineOf(row)}`).sort()
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("wire.txt")
})

/** One line with everything that clients can notice of an operation. Schemas and refusals are hashes. */
function lineOf(row: Row): string {
  const routes = routesOf(row).map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  const refusals = [...failuresOf(row)].map(([status, shapes]) => [status, [...shapes].sort()])
  return [
    ...routes,
    row.auth,
    ...part("query", row.query && inputOf(row.query)),
    ...part("body", row.body && inputOf(row.body)),
    ...part("form", row.form && [inputOf(row.form), row.file && "file"]),
    ...part("answer", answerOf(row)),
    ...part(`refuses ${[...failuresOf(row).keys()].join(" ")}`, [refusals, errorsOf(row)]),
  ].join(" | ")
}

const inputOf = (schema: () => z.ZodType) => schemaWithoutTexts(schema(), "input")

const outputOf = (schema: () => z.ZodType) => schemaWithoutTexts(schema(), "output")

/** Descriptions are not part of the wire format. */
const schemaWithoutTexts = (schema: z.ZodType, io: "input" | "output") =>
  z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => void delete jsonSchema.description,
  })

/** Refusals in their wire format: status, and additional body properties. */
const errorsOf = ({ errors }: Row): unknown =>
  errors &&
  Object.fromEntries(
    Object.entries(errors).map(([step, { statusOf, number, showsCode, ...error }]) => {
      const members = number && { code: number, error_code: showsCode && "INVALID_PARAMS" }
      return [step, { ...error, status: statusOf && STATUSES[statusOf], members }]
    }),
  )

function answerOf({ answer }: Row): unknown {
  if (typeof answer === "function") return outputOf(answer)
  return "json" in answer ? { ...answer, json: outputOf(answer.json) } : answer
}

const part = (name: string, content: unknown): string[] => (content === undefined ? [] : [`${name} ${hashOf(content)}`])

const hashOf = (content: unknown): string =>
  createHash("sha256").update(JSON.stringify(content, inOrder)).digest("hex").slice(0, 8)

/** Sorts object keys, because the order of declaration is no difference. */
const inOrder = (_: string, value: unknown): unknown =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value
