export interface Parameter {
  readonly name: string
  readonly in: "path" | "query"
  readonly required: boolean
  readonly description: string
  readonly example: string
  readonly choices: readonly string[]
}

/** A property of a JSON body. */
export interface Member {
  readonly name: string
  /** JSON type or name of a schema, with `[]` for a list of such values. Empty if any value is valid. */
  readonly type: string
  readonly required: boolean
  readonly description: string
  readonly example: string
  readonly choices: readonly string[]
}

export interface Operation {
  /** Name of the operation in the typed client, for example `createItem`. */
  readonly name: string
  readonly method: string
  /** Path of the operation, with `{name}` for each path parameter. */
  readonly path: string
  readonly summary: string
  readonly tag: string
  readonly isPublic: boolean
  readonly parameters: readonly Parameter[]
  /** Properties of the JSON body. Undefined if the operation has no JSON body. */
  readonly body: readonly Member[] | undefined
  readonly bodyExample: unknown
  /** Text fields of a multipart form, besides its file. */
  readonly form: readonly string[] | undefined
}

/** Returns an operation's name in the API's spelling, as in the request log: `CreateItem`. */
export const operationNameOf = (name: string): string => name.replace(/^./, (letter) => letter.toUpperCase())

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)
const objectAt = (value: unknown, ...keys: readonly string[]): Json =>
  keys.reduce<Json>((at, key) => (isObject(at[key]) ? at[key] : {}), isObject(value) ? value : {})
const textAt = (value: Json, key: string): string => (typeof value[key] === "string" ? value[key] : "")
const listAt = (value: Json, key: string): readonly unknown[] => (Array.isArray(value[key]) ? value[key] : [])

const METHODS = ["get", "post", "put", "patch", "delete"]

/** Returns the operations of an OpenAPI document, each with its first path. */
export function operationsIn(document: unknown): readonly Operation[] {
  const found = new Map<string, Operation>()
  for (const [path, methods] of Object.entries(objectAt(document, "paths"))) {
    for (const method of METHODS) {
      const operation = objectAt(methods, method)
      const name = textAt(operation, "operationId")
      if (name !== "" && !found.has(name)) found.set(name, read(name, method, path, operation, document))
    }
  }
  return [...found.values()]
}

function read(name: string, method: string, path: string, operation: Json, document: unknown): Operation {
  const content = objectAt(operation, "requestBody", "content")
  const json = objectAt(content, "application/json")
  const form = objectAt(content, "multipart/form-data", "schema")
  const schema = resolveSchema(objectAt(json, "schema"), document)
  const required = new Set(listAt(schema, "required"))
  return {
    name,
    method: method.toUpperCase(),
    path,
    summary: textAt(operation, "summary"),
    tag: String(listAt(operation, "tags")[0] ?? ""),
    isPublic: listAt(operation, "security").length === 0,
    parameters: listAt(operation, "parameters").filter(isObject).map(parameter),
    body:
      "application/json" in content
        ? Object.entries(objectAt(schema, "properties")).map(([member, type]) =>
            memberOf(member, type, required.has(member), objectAt(json, "example")[member]),
          )
        : undefined,
    bodyExample: json.example,
    form:
      "multipart/form-data" in content
        ? Object.keys(objectAt(form, "properties")).filter((member) => member !== "file")
        : undefined,
  }
}

function parameter(json: Json): Parameter {
  const schema = objectAt(json, "schema")
  return {
    name: textAt(json, "name"),
    in: json.in === "path" ? "path" : "query",
    required: json.required === true,
    description: textAt(json, "description"),
    example: json.example === undefined ? "" : String(json.example),
    choices: schema.type === "boolean" ? ["true", "false"] : listAt(schema, "enum").map(String),
  }
}

function memberOf(name: string, json: unknown, required: boolean, example: unknown): Member {
  const schema = isObject(json) ? json : {}
  const type = typeOf(json)
  return {
    name,
    type,
    required,
    description: textAt(schema, "description"),
    example: example === undefined ? "" : typeof example === "string" ? example : JSON.stringify(example),
    choices: type === "boolean" ? ["true", "false"] : listAt(schema, "enum").map(String),
  }
}

function resolveSchema(schema: Json, document: unknown): Json {
  const reference = textAt(schema, "$ref")
  return reference === "" ? schema : objectAt(document, ...reference.replace("#/", "").split("/"))
}

function typeOf(type: unknown): string {
  if (!isObject(type)) return ""
  const reference = textAt(type, "$ref")
  if (reference !== "") return reference.split("/").at(-1) ?? ""
  if (type.type === "array") return `${typeOf(type.items)}[]`
  return textAt(type, "type")
}
