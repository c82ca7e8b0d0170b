/**
 * Gives the declarations of operations and of their members the comments that an editor shows: what the OpenAPI documents say of them,
 * so that document, client and editor have one source. What has a comment of its own keeps it.
 */

import { readFileSync } from "node:fs"
import { withClientRows, withoutPaths } from "./plain-rows.mjs"
import { withPlainSchemas } from "./plain-schemas.mjs"

/** Facts of a row or a route below which stand members, and where a document has what they mean. */
const PARTS = { body: "request", form: "request", query: "query", answer: "answer" }
/** Members of an answer that say of what kind it is. */
const STRUCTURE = new Set(["kind", "json", "contentType"])
/** What the engine calls parameters of paths, besides the same in camelCase. */
const PLACES = {
  application: ["app-id", "project-id"],
  datastore: ["datastore-id"],
  item: ["item-id"],
  field: ["field-id"],
}
/** Inputs that operations share, by an operation that has them and the member they stand in. */
const SHARED = {
  "src/items/writing/write-options.d.ts": [["updateItem"]],
  "src/access/key-updates.d.ts": [["updateItem", "access_key_updates"]],
  "src/items/reading/list-items.d.ts": [["itemList"]],
  "src/reports/read-report.d.ts": [["getReportDataByConditions"]],
  "src/datastores/change-action.d.ts": [["updateAction", "action_field_settings"], ["updateAction"]],
  "src/datastores/make-action.d.ts": [["createAction"]],
  "src/field-settings/field-input.d.ts": [["createField"]],
  "src/fields/settings-form.d.ts": [
    ["createFieldOptions", "options"],
    ["createField", "dslookup_info"],
    ["createField"],
  ],
  "emulator/contract/item-shapes/finding.d.ts": [["createItem", "error"]],
  "emulator/contract/item-shapes/links.d.ts": [["getLinkedItems", "result", "items"], ["getLinkedItems"]],
  "emulator/contract/rows/people/groups.d.ts": [["getGroupTree", "result"]],
  "emulator/contract/rows/workspace/queries.d.ts": [["getUserQueries", "conditions"]],
  "src/records/workspace.d.ts": [["getPasswordPolicy"], ["getWorkspaceFunctionality"]],
  "src/typed/writes.d.ts": [["updateItem", "access_key_updates"], ["updateItem"]],
}

const MEMBER = /^( *)(?:readonly )?(?:"([\w-]+)"|([\w$]+))\??: (.*)$/

/**
 * What documents say, by operation: its summary, and the meaning of a member by its path. `api` and
 * `control` are the two OpenAPI documents; no operation of one has the name of one of the other.
 */
export function meaningsOf({ api, control }) {
  const operations = new Map()
  for (const document of [api, control]) {
    for (const item of Object.values(document.paths)) {
      for (const operation of Object.values(item)) {
        if (/Alias\d$/.test(operation.operationId)) continue
        operations.set(operation.operationId, { ...meaning(document, operation), isRoute: document === control })
      }
    }
  }
  return operations
}

function meaning(document, { summary, parameters = [], requestBody, responses }) {
  const schemasIn = (part) => Object.values(part?.content ?? {}).map(({ schema }) => schema ?? {})
  const parts = {
    request: schemasIn(requestBody),
    answer: Object.entries(responses).flatMap(([status, response]) =>
      status.startsWith("2") ? schemasIn(response) : [],
    ),
  }
  const parameter = (name, where) => parameters.find((one) => one.name === name && one.in === where)?.description
  return {
    summary,
    parameter,
    find(part, path) {
      const inQuery = path.length === 1 ? parameter(path[0], "query") : undefined
      if (part === "query") return inQuery
      return first(parts[part], (schema) => memberAt(document, schema, path)?.description) ?? inQuery
    },
    /** Of a member wherever it stands. */
    anywhere: (name) =>
      first([...parts.request, ...parts.answer], (schema) => deepest(document, schema, name, new Set())),
  }
}

const first = (list, look) => {
  for (const one of list) {
    const found = look(one)
    if (found !== undefined) return found
  }
  return undefined
}

/** What a reference such as `#/components/schemas/Item` leads to. */
const meantBy = (document, reference) =>
  reference
    .slice("#/".length)
    .split("/")
    .reduce((part, name) => part[name], document)

/** The schemas that one is made of, without its members'. */
const within = (document, schema) => [
  ...(schema.$ref === undefined ? [] : [meantBy(document, schema.$ref)]),
  ...["anyOf", "oneOf", "allOf", "prefixItems"].flatMap((key) => schema[key] ?? []),
  ...["items", "additionalProperties"].flatMap((key) => (typeof schema[key] === "object" ? [schema[key]] : [])),
]

function memberAt(document, schema, [name, ...rest], left = 8) {
  if (schema === undefined || left === 0) return undefined
  const member = schema.properties?.[name]
  if (member !== undefined) return rest.length === 0 ? member : memberAt(document, member, rest, left)
  return first(within(document, schema), (part) => memberAt(document, part, [name, ...rest], left - 1))
}

function deepest(document, schema, name, seen) {
  if (schema === undefined || seen.has(schema)) return undefined
  seen.add(schema)
  const own = schema.properties?.[name]?.description
  const parts = [...Object.values(schema.properties ?? {}), ...within(document, schema)]
  return own ?? first(parts, (part) => deepest(document, part, name, seen))
}

/** Where schemas are declared whose types clients are shown. */
const WITH_SCHEMAS =
  /^(?:emulator\/contract\/(?:table|item-shapes\/.*)|emulator\/control\/control-table|src\/fixture\/schema\/.*)\.d\.ts$/

/**
 * The text of a declaration file with plain types in place of schemas, and with comments; `path` is that from dist/types. `silent` is told
 * of members that nothing is known of.
 */
export function explained(path, text, meanings, silent = () => {}) {
  return explainedPlain(path, WITH_SCHEMAS.test(path) ? withPlainSchemas(text) : text, meanings, silent)
}

function explainedPlain(path, text, meanings, silent) {
  if (FIXTURE[path] !== undefined) return explainFixture(text, FIXTURE[path], silent)
  if (path === "emulator/contract/path-parameters.d.ts") return explainPaths(text, meanings, silent)
  if (path === "emulator/contract/row.d.ts") return withoutPaths(text)
  if (path === "emulator/contract/table.d.ts") return explainRows(withClientRows(text), meanings, silent)
  if (path === "emulator/control/control-table.d.ts") return explainRoutes(text, meanings, silent)
  if (path === "emulator/control-client.d.ts") return listRoutes(text, meanings)
  if (LISTED[path] !== undefined)
    return LISTED[path].reduce((listed, one) => listOperations(listed, meanings, one), text)
  if (path === "emulator/kit/commands/index.d.ts") return explainKinds(text, meanings, silent)
  if (SHARED[path] !== undefined) return explainShared(text, SHARED[path], meanings, silent)
  if (!path.startsWith("src/operations/")) return text
  if (path.split("/").length === 3) return explainList(text, meanings, silent)
  const name = path
    .split("/")
    .at(-1)
    .replace(".d.ts", "")
    .replaceAll(/-(id)?(\w?)/g, (_, id, letter) => (id ? "ID" : "") + letter.toUpperCase())
  return explainInputs(text, meanings.get(name), [], silent)
}

/** Parts of the fixture's format that are declared by themselves, and where its JSON Schema has them. */
const FIXTURE = {
  "src/fixture/schema/fixture.d.ts": [],
  "src/fixture/schema/workspace.d.ts": ["workspaces", "group"],
  "src/fixture/schema/parts.d.ts": ["workspaces", "applications", "queries", "conditions"],
  "src/fixture/schema/item.d.ts": ["workspaces", "applications", "datastores", "items"],
}

/** A fixture, by what its JSON Schema says. */
function explainFixture(text, owner, silent) {
  const schema = JSON.parse(readFileSync(new URL("../fixtures/schema.json", import.meta.url), "utf8"))
  return commented(text, { say: (path) => memberAt(schema, schema, [...owner, ...path])?.description, silent })
}

/** Parameters of paths by their names, which mean the same in every path. */
const explainPaths = (text, meanings, silent) =>
  commented(text, { say: ([name]) => pathParameter(meanings, name), silent })

const pathParameter = (meanings, name) =>
  first([...meanings.values()], (one) => one.parameter(name, "path")) ?? ownMeanings().get(name)

/** Of parameters that no document's main path has, what their declaration says itself. */
function ownMeanings() {
  const text = declared("emulator/contract/path-parameters.d.ts")
  return new Map([...text.matchAll(/\/\*\* (.*) \*\/\n *readonly "?([\w-]+)/g)].map(([, said, name]) => [name, said]))
}

const declared = (path) => readFileSync(new URL(`../dist/types/${path}`, import.meta.url), "utf8")

/** Rows: operations at the first level, their facts at the second, members below. */
function explainRows(text, meanings, silent) {
  const say = ([operation, fact, ...rest]) => {
    if (fact === undefined) return meanings.get(operation)?.summary
    if (fact === "params") return rest.length === 0 ? null : pathParameter(meanings, rest[0])
    const members = rest.filter((name, at) => at > 0 || !STRUCTURE.has(name))
    if (members.length === 0 || PARTS[fact] === undefined) return null
    return meanings.get(operation)?.find(PARTS[fact], members)
  }
  return commented(text, { say, silent })
}

/** Routes: facts at the first level, of which the name comes before the others. */
function explainRoutes(text, meanings, silent) {
  let operation
  const say = ([fact, ...members], type) => {
    if (fact === "name" && members.length === 0) operation = /^"(\w+)"/.exec(type)?.[1]
    const isOfText = members[0] === "contentType" || members[0] === "description"
    if (members.length === 0 || PARTS[fact] === undefined || (isOfText && type.startsWith('"'))) return null
    return meanings.get(operation)?.find(PARTS[fact], members)
  }
  return commented(text, { say, silent })
}

const BY_NAME = /readonly \[R in ControlRoute as .*\]: ControlOperation<R>;/

/** The client's operations one by one: what they are made from by a mapped type would have no comments. */
function listRoutes(text, meanings) {
  if (!BY_NAME.test(text)) throw new Error("emulator/control-client.ts: the type of its operations is not where it was")
  const routes = [...meanings].filter(([, { isRoute }]) => isRoute)
  return text.replace(BY_NAME, () =>
    routes
      .map(
        ([name, { summary }]) =>
          `/** ${summary} */\n    readonly ${name}: ControlOperation<Extract<ControlRoute, { readonly words: { readonly name: "${name}" } }>>;`,
      )
      .join("\n    "),
  )
}

/** Types made of operations by a mapped type, which would have no comments: what each is made from, and what a member's type is called. */
const LISTED = {
  "src/operations/acting.d.ts": [
    { made: "[N in keyof RawActing]: Call<N>", of: ["operations"] },
    { made: "[N in keyof RawPublic]: Call<N>", of: ["publicOperations"] },
  ],
  "src/typed/acting-in.d.ts": [
    {
      made: "[N in Exclude<keyof Acting, keyof OnItems<S>>]: Placed<S, Acting[N]>",
      of: ["operations"],
      typed: (name) => `Placed<S, Acting["${name}"]>`,
      isBesidesMethods: true,
    },
  ],
  "emulator/client/operations.d.ts": [{ made: "[N in keyof OperationTable]: Operation<N>", of: ["table"] }],
}

/** Operations one by one in place of a mapped type. */
function listOperations(text, meanings, { made, of, besides = [], typed, isBesidesMethods = false }) {
  const [before, after, ...more] = text.split(`readonly ${made};`)
  if (after === undefined || more.length > 0) throw new Error(`the type of operations is not where it was: ${made}`)
  const called = made.slice(made.indexOf(": ") + 2).replace("<N>", "")
  const typeOf = typed ?? ((name) => `${called}<"${name}">`)
  // What is written out as a method has its own comment.
  const isNew = (name, at, all) =>
    all.indexOf(name) === at && !(isBesidesMethods && new RegExp(`^ {4}${name}[<(]`, "m").test(text))
  const others = new Set(besides.flatMap(namesOf))
  const names = of.flatMap(namesOf).filter((name, at, all) => isNew(name, at, all) && !others.has(name))
  const said = (name) => (meanings.has(name) ? `/** ${meanings.get(name).summary} */\n    ` : "")
  return `${before}${names.map((name) => `${said(name)}readonly ${name}: ${typeOf(name)};`).join("\n    ")}${after}`
}

/** The operations that a constant declares. */
function namesOf(constant) {
  const file = constant === "table" ? "emulator/contract/table.d.ts" : "src/operations/index.d.ts"
  const text = declared(file)
  const begin = text.indexOf(`export declare const ${constant}: {`)
  const members = text.slice(begin, text.indexOf("\n};", begin))
  return [...members.matchAll(/^ {4}(?:readonly )?(\w+): /gm)].map(([, name]) => name)
}

/** Operations by name, at the first level. */
const explainList = (text, meanings, silent) =>
  commented(text, { say: (path) => (path.length === 1 ? meanings.get(path[0])?.summary : null), silent })

/** Commands of the kit by name, at the first level: those that are not another way to use an operation have its name. */
const explainKinds = (text, meanings, silent) =>
  commented(text, {
    silent,
    say: ([name, ...rest]) =>
      rest.length > 0 ? null : meanings.get(name.charAt(0).toLowerCase() + name.slice(1))?.summary,
  })

/** What several operations take or answer: by the first that has a member of the name there. */
const explainShared = (text, shared, meanings, silent) =>
  commented(text, {
    silent,
    say: (path, type) =>
      first(shared, ([operation, ...owner]) => {
        const known = meanings.get(operation)
        const wire = path.at(-1).replaceAll(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`)
        return first([path.at(-1), wire], (name) =>
          first(["request", "answer"], (part) => known.find(part, [...owner, name])),
        )
      }) ?? sayOf(meanings.get(shared.at(-1)[0]), [])(path, type),
  })

/** Inputs and answers of an operation in process: the wire's names in camelCase. */
const explainInputs = (text, operation, owner, silent) =>
  operation === undefined ? text : commented(text, { say: sayOf(operation, owner), silent })

function sayOf(operation, owner) {
  return (path, type) => {
    const name = path.at(-1)
    const wire = name.replaceAll(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`)
    const places = [...(type.startsWith("string") ? (PLACES[name] ?? []) : []), wire.replaceAll("_", "-")]
    const place = first(places, (one) => operation.parameter(one, "path"))
    if (place !== undefined) return place
    return first(["request", "answer"], (part) => operation.find(part, [...owner, wire])) ?? operation.anywhere(wire)
  }
}

/**
 * Puts a comment before each member that has none; `say` is given the names that lead to it, and what follows the last, and answers null
 * where there is nothing to say.
 */
function commented(text, { say, silent }) {
  const open = []
  let before = ""
  const lines = text.split("\n").flatMap((line) => {
    const isCommented = before.trimEnd().endsWith("*/")
    before = line
    if (/^\w/.test(line)) open.length = 0
    const [, indent, quoted, plain, type] = MEMBER.exec(line) ?? []
    if (indent === undefined || indent === "") return [line]
    while ((open.at(-1)?.indent ?? -1) >= indent.length) open.pop()
    open.push({ indent: indent.length, name: quoted ?? plain })
    const names = open.map(({ name }) => name)
    // Of an enumeration, each value by its own name.
    const told = type === `"${names.at(-1)}";` ? null : say(names, type)
    if (told === undefined && !isCommented) silent(names.join("."))
    return (told ?? null) === null || isCommented ? [line] : [`${indent}/** ${told.replaceAll("*/", "* /")} */`, line]
  })
  return lines.join("\n")
}

/** A comment belongs to the member after it only if it begins a line. */
export const withCommentsOnLines = (text) => text.replaceAll(/^( *)(.*;) (\/\*\* .* \*\/)$/gm, "$1$2\n$1$3")
