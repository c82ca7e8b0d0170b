/**
 * Writes the types of operations' inputs and responses, with descriptions for editors: src/operations/inputs.ts for
 * calls in this process, emulator/client/requests.ts for the HTTP client. The type check runs this script.
 */

import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import * as z from "zod"
import { describeProperties, objectType, sharedTypes, typeOf } from "./described-types.mjs"
import { run } from "./inline-data.mjs"
import { operationExamples } from "./page-blocks.mjs"
import { writeIfChanged } from "./write-if-changed.mjs"

const load = (path) => run(fileURLToPath(new URL(`../${path}`, import.meta.url)))

const typeName = (name, suffix) => `${name[0].toUpperCase()}${name.slice(1)}${suffix}`

const page = await readFile(new URL("../docs/reference/examples.md", import.meta.url), "utf8")
const examples = new Map(operationExamples(page).map((example) => [typeName(example.operation, ""), example]))

/** The summary of an operation, with the example of the kind `inProcess` or `client` if it has one. */
function docOf(name, { summary }, kind) {
  const example = examples.get(typeName(name, ""))
  return example === undefined ? summary : `${summary}\n@example\n\`\`\`ts\n${example[kind]}\n\`\`\`\n`
}

const listMembers = (operations, kind, type, end = ">") =>
  objectType(operations.map(([name, one]) => [`readonly ${name}`, `${type}"${name}"${end}`, docOf(name, one, kind)]))

/** Operations whose types depend on the schema that is given to `createClient<Shop>` or `createWorld<Shop>`. */
const WRITES = ["createItem", "createItemWithItemID", "updateItem", "executeAction"]
const TYPED_OPERATIONS = [
  ...WRITES,
  "executeBulkAction",
  "deleteItem",
  "deleteItemByConditions",
  "getItemDetails",
  "itemList",
]

const operations = Object.entries(await load("src/operations/list.ts"))
const inputs = operations.map(([name, operation]) => {
  const properties = describeProperties(operation.input(), `Given<"${name}">`)
  if (properties.length === 0) return { member: [name, "unknown"], text: "" }
  const type = typeName(name, "Input")
  return { member: [name, type], text: `export interface ${type} ${objectType(properties)}\n` }
})
const [forUsers, forAll] = [false, true].map((isPublic) => operations.filter(([, one]) => one.isPublic === isPublic))

await writeIfChanged(
  "src/operations/inputs.ts",
  `// Written by scripts/write-inputs.mjs.
import type * as z from "zod"
import type { InProcess, Placed } from "./calls.ts"
import type * as declarations from "./list.ts"

type Given<N extends keyof typeof declarations> = z.input<ReturnType<(typeof declarations)[N]["input"]>>

${inputs.map(({ text }) => text).join("\n")}
export interface Inputs ${objectType(inputs.map(({ member }) => member))}

/**
 * Every operation, run as one user in this process and without a token. Results contain field values by display ID,
 * users by e-mail address, and IDs, but no secrets (model.md section 5.7). A refused operation throws \`DomainError\`.
 */
export interface Acting ${listMembers(forUsers, "inProcess", "InProcess<")}

/** The operations of \`Acting\` whose types depend on no field. \`P\` restricts their \`datastore\`. */
export interface Placing<P> ${listMembers(
    forUsers.filter(([name]) => !TYPED_OPERATIONS.includes(name)),
    "inProcess",
    "Placed<P, Acting[",
    "]>",
  )}

/** Every operation that needs no user. Results and errors are the same as for \`Acting\`. */
export interface Public ${listMembers(forAll, "inProcess", "InProcess<")}
`,
)

const { rows } = await load("emulator/api/contract/table.ts")
const { PARAMETERS } = await load("emulator/api/contract/wire-input/path-properties.ts")

const PARTS = {
  params: "Parameters of the path.",
  query: "Parameters of the query.",
  body: "The JSON body.",
  form: "Text parts of the form, beside the file.",
}

/** Returns the path parameters of an operation. A parameter that not all of its paths contain is optional. */
function parameters({ paths, aliases = [] }) {
  const routes = [...paths, ...aliases.map(({ path }) => path)].map((path) => path.match(/(?<=:)[^/]+/g) ?? [])
  return [...new Set(routes.flat())].map((name) => {
    const mark = routes.every((names) => names.includes(name)) ? "" : "?"
    return [`readonly "${name}"${mark}`, "string", PARAMETERS[name]]
  })
}

const membersOf = (name, row) => {
  const sent = Object.keys(PARTS).filter(
    (part) => row[part] !== undefined && !(part === "body" && row.method === "get"),
  )
  const parts = sent.map((part) => {
    const schema = row[part]()
    const properties =
      schema instanceof z.ZodObject ? describeProperties(schema, `NonNullable<Sent<"${name}">["${part}"]>`) : []
    if (properties.length > 0) return member(part, properties)
    const mark = schema.safeParse({}).success ? "?" : ""
    return [`readonly ${part}${mark}`, `Required<Sent<"${name}">>["${part}"]`, PARTS[part]]
  })
  const params = parameters(row)
  return [
    ...(params.length > 0 ? [member("params", params)] : []),
    ...parts,
    ...(row.file === undefined ? [] : [["readonly file", "Blob", row.file]]),
    ...(row.answer.kind === "redirect"
      ? [["readonly json?", "boolean", "Whether to request JSON, not the redirect"]]
      : []),
  ]
}

/** Returns the declaration of a part of a request. The part is optional if all of its properties are. */
const member = (part, properties) => [
  `readonly ${part}${properties.every(([left]) => left.endsWith("?")) ? "?" : ""}`,
  objectType(properties),
  PARTS[part],
]

const requests = rows.map(([name, row]) => {
  const members = membersOf(name, row)
  if (members.length === 0) return { member: [name, "RequestOptions"], text: "" }
  const type = typeName(name, "Request")
  return { member: [name, type], text: `export interface ${type} extends RequestOptions ${objectType(members)}\n` }
})

const [writes, others] = [true, false].map((isWrite) => rows.filter(([name]) => WRITES.includes(name) === isWrite))
const responses = rows.map(([name, { answer }]) => {
  const schema = typeof answer === "function" ? answer : answer.json
  return [name, schema === undefined ? (answer.kind === "bytes" ? "Bytes" : "unknown") : typeOf(schema())]
})

await writeIfChanged(
  "emulator/client/requests.ts",
  `// Written by scripts/write-inputs.mjs.
import type { JsonObject } from "../../src/model/input/index.ts"
import type { WorldTypes } from "../../src/world/index.ts"
import type { OperationName, OperationTable } from "../api/index.ts"
import type { WriteIn } from "./client-in.ts"
import type { Bytes, RequestOptions, InputOf, WireOperation } from "./operations.ts"

type Sent<N extends OperationName> = InputOf<OperationTable[N]>

${requests.map(({ text }) => text).join("\n")}
export interface Requests ${objectType(requests.map(({ member }) => member))}

${[...sharedTypes.values()].join("\n\n")}

export interface Responses ${objectType(responses)}

export interface NotWriting ${listMembers(others, "client", "WireOperation<")}

/** Every operation of the HTTP API by its name in camelCase, with the types of its request and response. */
export interface WireClient extends NotWriting ${listMembers(writes, "client", "WireOperation<")}

export interface Writing<S extends WorldTypes> ${listMembers(writes, "client", "WriteIn<S, ")}
`,
)
