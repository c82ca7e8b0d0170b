import type { Named, Schema, SchemaAction, SchemaApplication, SchemaDatastore, SchemaField } from "./schema.ts"
import { identifiers, inComment, key, union } from "./type-text.ts"

const HEAD = `// Generated. Do not edit: \`hexarium types\` overwrites this file.

/** An item that a lookup names. */
export interface LookedUpItem {
  /** ID of the item. */
  readonly itemId: string
  /** The value of the field that the lookup shows; without one the item's title. */
  readonly title: string
  /** ID of its datastore. */
  readonly dId: string
}

/** An item as a write names it. */
export interface NamedItem {
  /** ID of the item. */
  readonly itemId: string
}

/** A file of an item. */
export interface StoredFile {
  /** ID of the file. */
  readonly fileId: string
  /** Its file name. */
  readonly name: string
  /** Media type, e.g. image/png. */
  readonly contentType: string
  /** In bytes. */
  readonly size: number
}

/** A file as a write names it. */
export interface NamedFile {
  /** ID of the file. */
  readonly fileId: string
}
`

const RESERVED_TYPE_NAMES = ["LookedUpItem", "NamedItem", "StoredFile", "NamedFile", "Schema", "Group"]

interface NamedDatastore {
  readonly datastore: SchemaDatastore
  readonly name: string
}

interface NamedApplication {
  readonly application: SchemaApplication
  readonly name: string
  readonly datastores: readonly NamedDatastore[]
}

/**
 * Generates TypeScript from a schema (types.md): an interface for each datastore, and one for each application, to be
 * passed to `createWorld`, `createClient` and `hexariumTest`. The output depends only on the schema.
 */
export function writeTypes(schema: Schema): string {
  const applications = nameAll(schema.applications)
  return [
    HEAD,
    whole(applications),
    unionOf("Group", "Groups", schema.groups),
    ...applications.map(applicationText),
    ...applications.flatMap(({ application, datastores }) =>
      datastores.map((one) => datastoreText(one, application, applications)),
    ),
  ].join("\n")
}

function nameAll(applications: readonly SchemaApplication[]): NamedApplication[] {
  const take = identifiers(RESERVED_TYPE_NAMES)
  const named = applications.map((application) => ({ application, name: take([application.id], ["", "Application"]) }))
  return named.map(({ application, name }) => ({
    application,
    name,
    datastores: application.datastores.map((datastore) => ({
      datastore,
      name: take([name, datastore.id], ["", "Input", "Types", "Status", "Action", "List"]),
    })),
  }))
}

function whole(applications: readonly NamedApplication[]): string {
  const members = applications.map(
    ({ application, name }) =>
      `    /** ${inComment(application.name)} */\n    readonly ${key(application.id)}: ${name}Application\n`,
  )
  const root = (name: string, doc: string, inside: readonly string[]) =>
    `/** ${doc} */\nexport interface ${name} {\n  readonly applications: {\n${inside.join("")}  }\n  readonly groups: Group\n}\n`
  return [
    root("Schema", "The whole schema.", members),
    ...applications.map(({ application, name }, at) =>
      root(
        name,
        `The application ${inComment(application.id)}: ${inComment(application.name)}.`,
        members.slice(at, at + 1),
      ),
    ),
  ].join("\n")
}

function applicationText({ application, name, datastores }: NamedApplication): string {
  const members = datastores.map(
    (one) => `    /** ${inComment(one.datastore.name)} */\n    readonly ${key(one.datastore.id)}: ${one.name}Types\n`,
  )
  return `/** Datastores and roles of the application ${inComment(application.id)}. */
export interface ${name}Application {
  readonly datastores: {
${members.join("")}  }
  ${namesComment("Roles", application.roles)}
  readonly roles: ${union(application.roles.map(({ id }) => id))}
}
`
}

function datastoreText(
  { datastore, name }: NamedDatastore,
  application: SchemaApplication,
  applications: readonly NamedApplication[],
): string {
  const place = `${application.id}/${datastore.id}`
  const { fields, statuses, actions, relations, lists } = datastore
  const writable = fields.filter(({ dataType }) => !COMPUTED_TYPES.has(dataType))
  const seen = `${inComment(place)}: ${inComment(datastore.name)}`
  return `/** ${seen}. An item's values by field, as reads return them. */
export interface ${name} {
${fields.map((field) => member(field, `${key(field.id)}: ${valueType(field, statuses)}`)).join("")}}

/** ${seen}. An item's values by field, as writes accept them. */
export interface ${name}Input {
${inputText(writable, statuses)}}

${unionOf(`${name}Status`, `Statuses of ${inComment(place)}`, statuses)}
${unionOf(`${name}Action`, `Actions of ${inComment(place)}`, actions)}
/** Saved lists of ${inComment(place)}. */
export type ${name}List = ${union(lists)}

/** ${seen}. Types that operations use for this datastore. */
export interface ${name}Types {
  readonly values: ${name}
  readonly input: ${name}Input
  readonly matches: {
${fields.map(({ id, dataType }) => `    readonly ${key(id)}: ${JSON.stringify(MATCHES[dataType] ?? "ids")}\n`).join("")}  }
  readonly actions: {
${actions.map((action) => actionText(action, writable, statuses)).join("")}  }
  readonly defaultCreate: ${datastore.defaultCreate === null ? "never" : JSON.stringify(datastore.defaultCreate)}
  readonly statuses: ${name}Status
  readonly relations: ${union(relations)}
${relatedText(datastore, application)}${elsewhereText(datastore, applications)}  readonly lists: ${name}List
}
`
}

/** Returns the property `related` as TypeScript source; empty if the datastore has no related datastores. */
function relatedText({ relations, relationsElsewhere }: SchemaDatastore, { datastores }: SchemaApplication): string {
  const members = [
    ...relations.map((id): Named => ({ id, name: datastores.find((one) => one.id === id)?.name ?? id })),
    ...relationsElsewhere.map(({ application, datastore }) => ({ id: datastore, name: `${application}/${datastore}` })),
  ].map(({ id, name }) => `    /** ${inComment(name)} */\n    readonly ${key(id)}?: unknown\n`)
  return members.length === 0 ? "" : `  readonly related: {\n${members.join("")}  }\n`
}

/** Returns the relations to datastores of other applications as TypeScript source; empty if there are none. */
function elsewhereText({ relationsElsewhere }: SchemaDatastore, applications: readonly NamedApplication[]): string {
  const members = relationsElsewhere.flatMap(({ application, datastore }) => {
    const other = applications.find((one) => one.application.id === application)
    return other === undefined
      ? []
      : `    /** ${inComment(`${application}/${datastore}`)} */\n    readonly ${key(datastore)}: ${other.name}Application\n`
  })
  return members.length === 0 ? "" : `  readonly relationsElsewhere: {\n${members.join("")}  }\n`
}

const inputText = (writable: readonly SchemaField[], statuses: readonly Named[]): string =>
  writable.map((field) => member(field, `${key(field.id)}?: ${inputType(field, statuses)}`)).join("")

function actionText(
  { id, name, operation, requires, refuses }: SchemaAction,
  writable: readonly SchemaField[],
  statuses: readonly Named[],
): string {
  const among = (list: readonly string[]) =>
    union(writable.filter((field) => list.includes(field.id)).map((one) => one.id))
  // Never requires a status, because the API sets a default.
  const required = requires.filter((field) => writable.some((one) => one.id === field && one.dataType !== "status"))
  const accepted = writable.filter((field) => !refuses.includes(field.id))
  const hasInput = operation === "new" && accepted.length < writable.length
  const takes = hasInput ? `; readonly takes: {\n${inputText(accepted, statuses)}}`.replaceAll("\n", "\n    ") : ""
  return `    /** ${inComment(name)} */\n    readonly ${key(id)}: { readonly operation: ${JSON.stringify(operation)}; readonly requires: ${among(required)}; readonly refuses: ${among(refuses)}${takes} }\n`
}

function member(field: SchemaField, text: string): string {
  const choices = field.options.map(({ id, name, enabled }) => `${id}: ${name}${enabled ? "" : " (no longer chosen)"}`)
  const lines = [[field.name, field.dataType, ...field.remarks].join(", "), ...choices].map(inComment)
  const doc =
    lines.length === 1
      ? `  /** ${lines[0]} */`
      : ["  /**", ...lines.map((line, at) => `   * ${at === 0 ? "" : "- "}${line}`), "   */"].join("\n")
  return `${doc}\n  readonly ${text}\n`
}

const namesComment = (what: string, all: readonly Named[]): string =>
  `/** ${what}${all.length === 0 ? "" : `: ${all.map(({ id, name }) => inComment(id === name ? id : `${id} (${name})`)).join(", ")}`}. */`

const unionOf = (name: string, what: string, all: readonly Named[]): string =>
  `${namesComment(what, all)}\nexport type ${name} = ${union(all.map(({ id }) => id))}\n`

/** Condition type of each data type whose conditions do not compare IDs (model.md section 11). */
const MATCHES: Readonly<Record<string, string>> = {
  text: "text",
  textarea: "text",
  autonum: "text",
  number: "number",
  calc: "number",
  date: "span",
  datetime: "span",
  time: "span",
  file: "names",
}

/** Data types whose values the API computes. */
const COMPUTED_TYPES = new Set(["autonum", "calc"])

/** Types of values in responses (model.md section 5.7) and in writes (section 5.2), for data types without options. */
const TYPES: Readonly<Record<string, { readonly value: string; readonly input: string }>> = {
  text: { value: "string", input: "string | null" },
  textarea: { value: "string", input: "string | null" },
  autonum: { value: "string", input: "never" },
  number: { value: "number | null", input: "number | null" },
  calc: { value: "number | null", input: "never" },
  users: { value: "readonly string[]", input: "readonly string[] | null" },
  dslookup: { value: "LookedUpItem | null", input: "string | NamedItem | null" },
  file: { value: "readonly StoredFile[]", input: "readonly (string | NamedFile)[] | null" },
}

function valueType({ dataType, options }: SchemaField, statuses: readonly Named[]): string {
  const chosen = union(options.map(({ id }) => id))
  if (dataType === "select" || dataType === "radio") return orNull(chosen)
  if (dataType === "checkbox") return `readonly (${chosen})[]`
  if (dataType === "status") return orNull(union(statuses.map(({ id }) => id)))
  return TYPES[dataType]?.value ?? "string | null"
}

/** Returns the type that writes accept: enabled options only, and null to clear the value. */
function inputType({ dataType, options }: SchemaField, statuses: readonly Named[]): string {
  const chosen = union(options.filter(({ enabled }) => enabled).map(({ id }) => id))
  if (dataType === "select" || dataType === "radio") return orNull(chosen)
  if (dataType === "checkbox") return `readonly (${chosen})[] | null`
  if (dataType === "status") return union(statuses.map(({ id }) => id))
  return TYPES[dataType]?.input ?? "string | null"
}

const orNull = (type: string): string => (type === "never" ? "null" : `${type} | null`)
