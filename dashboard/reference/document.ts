/** A JSON Schema, a parameter, an operation: an object of the OpenAPI document whose members are looked at one by one. */
export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)
export const objectAt = (value: unknown, ...keys: readonly string[]): Json =>
  keys.reduce<Json>((at, key) => (isObject(at[key]) ? at[key] : {}), isObject(value) ? value : {})
export const textAt = (value: Json, key: string): string => (typeof value[key] === "string" ? value[key] : "")
export const listAt = (value: Json, key: string): readonly unknown[] => (Array.isArray(value[key]) ? value[key] : [])

export interface Parameter {
  readonly name: string
  readonly in: "path" | "query" | "header"
  readonly required: boolean
  readonly description: string
  readonly schema: Json
}

/** What a request or an answer holds, in one of its forms. */
export interface Content {
  readonly type: string
  readonly schema: Json
  readonly example: unknown
}

export interface Answer {
  readonly status: string
  readonly description: string
  readonly content: readonly Content[]
}

export interface Operation {
  readonly id: string
  /** The API's own name where it has one, e.g. `CreateItem`. */
  readonly name: string
  readonly method: string
  /** From the root of the server, with `{name}` for each parameter. */
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly tag: string
  readonly isPublic: boolean
  readonly parameters: readonly Parameter[]
  readonly body: readonly Content[]
  readonly answers: readonly Answer[]
}

export interface Reference {
  readonly title: string
  readonly about: string
  readonly operations: readonly Operation[]
  /** What each group of operations is about. */
  readonly tags: ReadonlyMap<string, string>
  /** The schema that is meant, where another is referred to. */
  resolve(schema: Json): Json
}

const METHODS = ["get", "post", "put", "patch", "delete"]

/** An OpenAPI document as it is shown. */
export function readReference(document: unknown): Reference {
  const resolve = (told: Json): Json => {
    const reference = textAt(told, "$ref")
    return reference === "" ? told : objectAt(document, ...reference.replace("#/", "").split("/"))
  }
  const root = textAt(objectAt({ of: listAt(objectAt(document), "servers")[0] }, "of"), "url").replace(/\/$/, "")
  const operations = Object.entries(objectAt(document, "paths")).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = objectAt(methods, method)
      return textAt(operation, "operationId") === "" ? [] : [readOperation(operation, method, root + path, resolve)]
    }),
  )
  const tags = listAt(objectAt(document), "tags").filter(isObject)
  return {
    title: textAt(objectAt(document, "info"), "title"),
    about: textAt(objectAt(document, "info"), "description"),
    operations,
    tags: new Map(tags.map((tag) => [textAt(tag, "name"), textAt(tag, "description")])),
    resolve,
  }
}

function readOperation(told: Json, method: string, path: string, resolve: Reference["resolve"]): Operation {
  const id = textAt(told, "operationId")
  return {
    id,
    name: textAt(told, "x-operation") || id,
    method: method.toUpperCase(),
    path,
    summary: textAt(told, "summary"),
    description: textAt(told, "description"),
    tag: String(listAt(told, "tags")[0] ?? ""),
    isPublic: listAt(told, "security").length === 0,
    parameters: listAt(told, "parameters")
      .filter(isObject)
      .map((parameter) => readParameter(resolve(parameter))),
    body: contentOf(resolve(objectAt(told, "requestBody"))),
    answers: Object.entries(objectAt(told, "responses")).map(([status, answer]) => {
      const resolved = resolve(isObject(answer) ? answer : {})
      return { status, description: textAt(resolved, "description"), content: contentOf(resolved) }
    }),
  }
}

const readParameter = (told: Json): Parameter => ({
  name: textAt(told, "name"),
  in: told.in === "path" || told.in === "header" ? told.in : "query",
  required: told.required === true,
  description: textAt(told, "description"),
  schema: objectAt(told, "schema"),
})

const contentOf = (told: Json): readonly Content[] =>
  Object.entries(objectAt(told, "content")).map(([type, content]) => ({
    type,
    schema: objectAt(content, "schema"),
    example: objectAt(content).example,
  }))

/** The operations that have every word in their name, path or summary: those whose name begins with the first one come first. */
export function findOperations(operations: readonly Operation[], text: string): readonly Operation[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const [first = ""] = words
  const found = operations.filter(({ id, name, path, summary, method, tag }) => {
    const told = `${id} ${name} ${method} ${path} ${summary} ${tag}`.toLowerCase()
    return words.every((word) => told.includes(word))
  })
  if (first === "") return found
  const rank = ({ name }: Operation) => (name.toLowerCase().startsWith(first) ? 0 : 1)
  return [...found].sort((left, right) => rank(left) - rank(right))
}
