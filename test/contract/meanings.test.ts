import { describe, expect, test } from "vitest"
import { openApiDocument } from "../../emulator/api/index.ts"
import { controlDocument } from "../../emulator/control/index.ts"
import { DATA_TYPES } from "../../src/fields/index.ts"

interface Member {
  readonly owner: string
  readonly name: string
  readonly description: string | undefined
}

type Json = Readonly<Record<string, unknown>>

interface Document {
  readonly paths: Record<string, Record<string, Json & { readonly operationId: string }>>
  readonly components: { readonly schemas: Record<string, Json> }
}

const read = (document: object) => document as Document
const api = read(openApiDocument({ version: "0" }))
const control = read(controlDocument({ version: "0" }))

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null

/** The schema's own description, or that of the named schema it refers to. */
const descriptionOf = ({ description, $ref }: Json): string | undefined =>
  (description ?? api.components.schemas[String($ref).replace(/^.*\//, "")]?.description) as string | undefined

function membersIn(part: unknown, owner: string): Member[] {
  if (!isObject(part)) return []
  return Object.entries(part).flatMap(([key, value]) => {
    if (key === "example" || key === "examples") return []
    if (key === "parameters") {
      const parameters = value as readonly { readonly name: string; readonly description?: string }[]
      return parameters.map(({ name, description }) => ({ owner, name, description }))
    }
    if (key !== "properties") return membersIn(value, owner)
    return Object.entries(value as Record<string, Json>).flatMap(([name, member]) => [
      { owner, name, description: descriptionOf(member) },
      ...membersIn(member, name),
    ])
  })
}

const operationsOf = (document: Document) => Object.values(document.paths).flatMap((item) => Object.values(item))

const membersOf = (document: Document) => [
  ...Object.entries(document.components.schemas).flatMap(([name, schema]) => membersIn(schema, name)),
  ...operationsOf(document).flatMap((operation) => membersIn(operation, operation.operationId)),
]

const operations = [...operationsOf(api), ...operationsOf(control)]
const members = [...membersOf(api), ...membersOf(control)]

describe("the OpenAPI documents say what everything means", () => {
  test("every member of requests and responses, and every parameter, has a description", () => {
    expect(members.length).toBeGreaterThan(1700)
    const silent = members.filter(({ description = "" }) => description === "")
    expect(silent.map(({ owner, name }) => `${owner}.${name}`)).toEqual([])
  })

  test("every operation has a description", () => {
    expect(operations.filter(({ summary }) => typeof summary !== "string" || summary === "")).toEqual([])
  })

  test("every data type has a meaning", () => {
    const listed = membersOf(api).filter(({ description = "" }) => description.startsWith("Data type: "))
    expect(listed.length).toBeGreaterThan(4)
    const lists = new Set(listed.map(({ description }) => description?.slice("Data type: ".length)))
    const shown = (types: readonly string[]) => `${types.slice(0, -1).join(", ")} or ${types.at(-1)}`
    const ofNewFields = DATA_TYPES.filter((dataType) => dataType !== "status")
    expect([...lists].sort()).toEqual([shown(DATA_TYPES), shown(ofNewFields)].sort())
  })

  test("roles and colours in the control plane's schema have a meaning each", () => {
    const told = (name: string) =>
      [
        ...new Set(membersOf(control).flatMap((member) => (member.name === name ? (member.description ?? "") : []))),
      ].sort()
    expect(told("roles").filter((text) => text.includes("may see"))).toEqual(
      ["datastore", "field"].map(
        (what) => `Display IDs of the roles that may see the ${what}; ADMIN is always allowed`,
      ),
    )
    expect(told("color")).toEqual([
      "CSS colour of the option; absent if it has none",
      "CSS colour of the status; empty if it has none",
    ])
  })

  test("every description says more than the name", () => {
    const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, "")
    const echoes = membersOf(api).filter(({ name, description = "" }) => plain(description) === plain(name))
    expect([...new Set(echoes.map(({ name }) => name))].filter((name) => !SELF_EVIDENT.has(name))).toEqual([])
  })
})

/** Names that need no description. */
const SELF_EVIDENT = new Set(["name", "roles"])
