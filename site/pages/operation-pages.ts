import {
  ERROR_NAMES,
  examples,
  type OperationName,
  operationOf,
  PARAMETERS,
  type RecordedExample,
  type RecordedExchange,
  type Row,
  routesOf,
  rows,
  tags,
  type WayToFail,
  waysToFail,
} from "../../emulator/api/index.ts"
import { inKebabCase } from "./kebab-case.ts"
import { cell, jsonBlock, paragraphs, tableOf } from "./markdown.ts"
import { membersTable, type Schema, typeOf } from "./members.ts"
import type { Page } from "./page.ts"
import { slugOf } from "./slug.ts"
import { SOURCES, STEPS } from "./words.ts"

const SHAPES = "../shapes.md"

interface Content {
  readonly schema?: Schema
}

interface Answer {
  readonly description?: string
  readonly content?: Readonly<Record<string, Content>>
  readonly headers?: Readonly<Record<string, unknown>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
}

interface Operation {
  readonly description?: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<Record<string, Answer>>
}

/** What the operation pages are made from, besides the operation table and the recorded examples. */
export interface OperationSources {
  /** The API's OpenAPI document. */
  readonly document: object
  /** The text of `docs/reference/api.md`, whose index says which sections describe an operation. */
  readonly reference: string
}

/** Returns the path of an operation's page. */
export const pathOfOperation = (name: OperationName): string => `reference/operations/${inKebabCase(name)}.md`

/** Creates a page for every operation of the table. */
export function operationPages({ document, reference }: OperationSources): Page[] {
  const { paths, components } = document as {
    paths: Record<string, Record<string, Operation & { operationId: string }>>
    components: { schemas: Record<string, Schema> }
  }
  const operationsByName = new Map(
    Object.values(paths).flatMap((methods) => Object.values(methods).map((one) => [one.operationId, one] as const)),
  )
  const anchors = new Map(
    [...reference.matchAll(/\[([A-Z]\w+)\]\((#section-[\d-]+)\)/g)].map(([, name = "", anchor = ""]) => [name, anchor]),
  )
  return rows.map(([name, row]) => {
    const operation = operationsByName.get(name)
    if (operation === undefined) throw new Error(`the OpenAPI document lacks ${name}`)
    const ways = routesOf(row).map(({ method, path }) => ({ method: method.toUpperCase(), path, operation }))
    return { path: pathOfOperation(name), text: pageOf({ name, row, ways, schemas: components.schemas, anchors }) }
  })
}

/** A path at which an operation can be called. */
interface Way {
  readonly method: string
  /** The path below `/api/v0`. */
  readonly path: string
  readonly operation: Operation
}

interface Described {
  readonly name: OperationName
  readonly row: Row
  /** The operation's paths, the main one first. */
  readonly ways: readonly Way[]
  readonly schemas: Readonly<Record<string, Schema>>
  readonly anchors: ReadonlyMap<string, string>
}

function pageOf({ name, row, ways, schemas, anchors }: Described): string {
  const [main, ...others] = ways
  if (main === undefined) throw new Error(`${name} has no path`)
  const { operation } = main
  const spelled = operationOf(name)
  const anchor = anchors.get(spelled)
  const example = examples[spelled]
  return `${paragraphs(
    `# ${spelled}`,
    `${row.summary}.`,
    tableOf(
      ["", ""],
      [
        ["route", routeOf(main)],
        ...others.map((other) => ["other route", routeOf(other)]),
        ["allowed callers", CALLER_TEXTS[row.auth]],
        ["group", `[${tags[row.tag]}](../operations.md#${slugOf(tags[row.tag])})`],
        ["source", SOURCES[row.source]],
        ...(anchor === undefined ? [] : [["its rules", `[reference of the API](../api.md${anchor})`]]),
      ],
    ),
    operation.description ?? "",
    paragraphs(...under("## Parameters", parametersTable(main))),
    bodyPart(operation, schemas),
    answerPart(operation, schemas),
    errorsPart(row),
    examplePart(main, example),
    elsewherePart(others, example),
  )}\n`
}

const routeOf = ({ method, path }: Way): string => `\`${method} /api/v0${path}\``

/** Puts a heading before a part, unless the part is empty. */
const under = (heading: string, part: string): string[] => (part === "" ? [] : [heading, part])

const CALLER_TEXTS = {
  token: "callers with a valid token, within the limits of their roles",
  public: "everybody; a token is ignored",
  optional: "everybody; a token is optional but must be valid",
} as const

/** The OpenAPI document has only the main path and may rename its parameters; the page describes what each path does. */
function parametersTable({ path, operation }: Way): string {
  const own = [...path.matchAll(/:([^/]+)/g)].map(([, name = ""]) => name)
  return tableOf(
    ["parameter", "in", "type", "required", "meaning"],
    [
      ...own.map((name) => [`\`${name}\``, "path", "string", "yes", PARAMETERS[name] ?? ""]),
      ...operation.parameters
        .filter(({ in: place }) => place !== "path")
        .map(({ name, in: place, schema, required, description = "" }) => [
          `\`${name}\``,
          place,
          typeOf(schema, SHAPES),
          required ? "yes" : "",
          cell(description),
        ]),
    ],
  )
}

/** Describes the properties of a schema or of the schema that it refers to. A schema without properties is described by its type. */
function describeSchema(schema: Schema, schemas: Readonly<Record<string, Schema>>, always: string): string {
  const [named] = schema.$ref === undefined ? [] : [schemas[schema.$ref.replace(/^.*\//, "")]]
  const choices = named?.anyOf ?? schema.anyOf
  if (choices !== undefined) {
    return choices.map((choice) => describeSchema(choice, schemas, always)).join("\n\nor\n\n")
  }
  const table = membersTable(named ?? schema, SHAPES, always)
  return paragraphs(
    schema.$ref !== undefined || table === "" ? `${capital(typeOf(schema, SHAPES))}:` : "",
    table,
  ).replace(/:$/, ".")
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function bodyPart({ requestBody }: Operation, schemas: Readonly<Record<string, Schema>>): string {
  if (requestBody === undefined) return ""
  const parts = Object.entries(requestBody.content).map(([type, { schema = {} }]) =>
    paragraphs(
      `Content type: \`${type}\`${requestBody.required ? "" : " (optional)"}.`,
      describeSchema(schema, schemas, "required").replaceAll("| always |", "| yes |"),
    ),
  )
  return paragraphs("## Body", ...parts)
}

function answerPart({ responses }: Operation, schemas: Readonly<Record<string, Schema>>): string {
  const good = Object.entries(responses).filter(([status]) => !/^[45]/.test(status))
  return paragraphs(
    "## Response",
    ...good.map(([status, { description = "", content = {}, headers = {} }]) =>
      paragraphs(
        `**${status === "default" ? "Any status" : status}**: ${description}.`,
        ...Object.keys(headers).map((header) => `Header: \`${header}\`.`),
        ...Object.entries(content).map(([type, { schema }]) =>
          type === "application/json" && schema !== undefined
            ? describeSchema(schema, schemas, "always present")
            : `Content type: \`${type}\`.`,
        ),
      ),
    ),
  )
}

function errorsPart(row: Row): string {
  const merged = new Map<string, { failure: WayToFail; steps: Set<string> }>()
  for (const failure of waysToFail(row)) {
    const key = `${failure.status} ${failure.code} ${failure.shape}`
    const known = merged.get(key) ?? { failure, steps: new Set() }
    known.steps.add(failure.code === "TRANSACTION_ABORTED" ? ROLLED_BACK : STEPS[failure.step])
    merged.set(key, known)
  }
  const ordered = [...merged.values()].sort((left, right) => left.failure.status - right.failure.status)
  return paragraphs(
    "## Errors",
    tableOf(
      ["status", "code", "when", "body"],
      ordered.map(({ failure: { status, code, shape }, steps }) => [
        String(status),
        `[${code}](../../how-to/errors-and-what-to-do.md#${slugOf(code)})`,
        [...steps].join("; "),
        `[${ERROR_NAMES[shape]}](${SHAPES}#${slugOf(ERROR_NAMES[shape])})`,
      ]),
    ),
  )
}

const ROLLED_BACK = "`ensure_transaction` is true and a part failed; the status is that of the cause"

function examplePart(main: Way, example: RecordedExample | undefined): string {
  if (example === undefined) return ""
  return paragraphs(
    "## Example",
    `Recorded with the demo world (\`${example.source}\`) on ${example.date}.`,
    requestPart(main, example),
    resultPart(example),
  )
}

function requestPart({ method, path }: Way, { params = {}, query = {}, body, form }: RecordedExchange): string {
  const target = path.replaceAll(/:([^/]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))
  const asked = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  const line = `${method} /api/v0${target}${asked === "" ? "" : `?${asked}`}`
  return paragraphs(
    "Request:",
    `\`\`\`http\n${line}\n\`\`\``,
    body === undefined ? "" : jsonBlock(body),
    form === undefined ? "" : paragraphs("Form parts:", jsonBlock(form)),
  )
}

const resultPart = ({ status, answer, location, text }: RecordedExchange): string =>
  paragraphs(
    `Response ${status}:`,
    answer === undefined ? "" : jsonBlock(answer),
    location === undefined ? "" : `\`Location: ${location}\``,
    text === undefined ? "" : `\`\`\`text\n${text.slice(0, 2000)}\n\`\`\``,
  )

const OF_ALL_PATHS = "Body, response and errors are the same as above. Each path has its own parameters."

function elsewherePart(others: readonly Way[], example: RecordedExample | undefined): string {
  if (others.length === 0) return ""
  return paragraphs(
    others.length === 1 ? "## Its other path" : "## Its other paths",
    OF_ALL_PATHS,
    ...others.map((way, at) => {
      const exchange = example?.elsewhere?.[at]
      return paragraphs(
        `### ${routeOf(way)}`,
        parametersTable(way),
        exchange === undefined ? "" : requestPart(way, exchange),
        exchange === undefined || JSON.stringify(exchange.answer) === JSON.stringify(example?.answer)
          ? "The response is the same as above."
          : resultPart(exchange),
      )
    }),
  )
}
