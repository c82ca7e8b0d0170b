import * as z from "zod"
import { type Method, type Row, routesOf } from "../../emulator/api/contract/row.ts"
import type { OperationName } from "../../emulator/api/index.ts"
import { oncePer } from "../../src/model/index.ts"
import { FITTING_REQUESTS, type Fitting, type Surroundings } from "./fitting-requests.ts"
import { mutate, spoil } from "./mutate.ts"
import type { Sampler, Schema } from "./sample.ts"

/** A request, for the report of a failure. */
export interface Attempt {
  readonly name: OperationName
  readonly method: string
  readonly url: string
  readonly token: string | null
  readonly type: string | null
  readonly body: string | Uint8Array<ArrayBuffer> | FormData | null
}

const TOKENS = ["ada-token", "ada-token", "ada-token", "bob-token", "carol-token", "dave-token", "olga-token"]

const jsonSchemaOf = oncePer(
  (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema,
)

export const schemaOf = (make: () => z.ZodType): Schema => jsonSchemaOf(make())

/** The sources from which random requests are built. */
export interface Chance extends Surroundings {
  readonly sampler: Sampler
}

/** Removes unpaired surrogates, which a URL can't contain. */
const wellFormed = (text: string): string => text.replaceAll(/[\ud800-\udfff]/gu, "?")

/** A request to an operation: first a valid one, then changed at random. */
export function makeAttempt(name: OperationName, row: Row, chance: Chance): Attempt {
  const { random } = chance
  const fitting = random.chance(0.6) ? (FITTING_REQUESTS[name]?.(chance) ?? {}) : {}
  const routes = routesOf(row)
  const route = fitting.params === undefined ? random.pick(routes) : (routes[0] ?? random.pick(routes))
  const url = new URL(`http://hexarium/api/v0${fillPath(route.path, fitting.params ?? {}, chance)}`)
  if (fitting.query !== undefined)
    for (const [key, value] of Object.entries(fitting.query)) url.searchParams.set(key, value)
  else if (row.query !== undefined) addQuery(url, schemaOf(row.query), chance)
  const token = random.chance(0.95) ? random.pick(TOKENS) : random.pick([null, "", "nonsense"])
  return {
    name,
    method: route.method.toUpperCase(),
    url: url.href,
    token: fitting.token ?? token,
    ...makeBody(row, route.method, fitting, chance),
  }
}

/** Uses given parameters unchanged. The others mostly belong together, and sometimes are random. */
function fillPath(path: string, given: Readonly<Record<string, string>>, { random, sampler, scopes }: Chance): string {
  const isSane = random.chance(0.85)
  const datastore = random.pick(["Deals", "Deals", "Customers", "Lines"])
  sampler.setScope(isSane ? scopes[datastore] : undefined)
  return path.replaceAll(/:([^/]+)/g, (_, name: string) => {
    const value = given[name]
    if (value !== undefined && random.chance(0.97)) return encodeURIComponent(value)
    if (isSane && (name === "app-id" || name === "project-id")) return "CRM"
    if (isSane && name === "datastore-id") return datastore
    return encodeURIComponent(wellFormed(sampler.text(name))) || "x"
  })
}

export function addQuery(url: URL, schema: Schema, { random, sampler }: Chance): void {
  const required = new Set((schema.required ?? []) as string[])
  for (const [name, member] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
    if (!required.has(name) && !random.chance(0.4)) continue
    const value = name === "id" ? sampler.text("confirmation_id") : sampler.value(member, name, {})
    url.searchParams.append(name, String(random.chance(0.1) ? sampler.garbage() : value))
  }
}

export function makeBody(row: Row, method: Method, fitting: Fitting, chance: Chance): Pick<Attempt, "body" | "type"> {
  const { random, sampler } = chance
  if (row.form !== undefined && random.chance(0.9))
    return { body: makeForm(row, row.form, fitting, chance), type: null }
  if (method === "get" || (row.body === undefined && random.chance(0.8))) return { body: null, type: null }
  const schema = row.body === undefined ? {} : schemaOf(row.body)
  let value = fitting.body ?? sampler.value(schema, "", (schema.$defs ?? {}) as Schema) ?? {}
  for (let count = random.chance(0.5) ? 0 : 1 + random.below(3); count > 0; count -= 1) {
    value = mutate(value, random, sampler) ?? {}
  }
  const text = JSON.stringify(value)
  return random.chance(0.06) ? spoil(text, random) : { body: text, type: "application/json" }
}

function makeForm(row: Row, form: () => z.ZodType, fitting: Fitting, { random, sampler }: Chance): FormData {
  const data = new FormData()
  const schema = schemaOf(form)
  const required = new Set((schema.required ?? []) as string[])
  for (const [name, member] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
    if (!required.has(name) ? random.chance(0.4) : random.chance(0.95)) {
      data.append(name, fitting.form?.[name] ?? String(sampler.value(member, name, {})))
    }
  }
  if (row.file !== undefined && random.chance(0.95)) {
    const type = random.pick(["image/png", "text/csv", "text/plain", "application/octet-stream", "image/svg+xml", ""])
    const content =
      fitting.file ??
      random.pick([
        "",
        "plain",
        "Title,Amount\nFrom a file,5\n,x\n",
        "Title,Amount\nFrom a file,5\n",
        "Name\nA\nB\nA\n",
        "Nope\n1\n",
        '"unclosed',
        "Email,UserName,Password,GroupDisplayIDs,RoleDisplayIDs,IsDelete\nz@acme.test,Z,zzzz,SALES,CRM:MEMBER,\n",
        "Title,_status_,_delete_\nFirst deal,Nope,\n",
        "\ufeffTitle\r\n\u0000\r\n",
      ])
    data.append("file", new Blob([content], { type }), wellFormed(sampler.garbage()))
  }
  return data
}

export function toRequest({ method, url, token, type, body }: Attempt): Request {
  const headers = new Headers()
  if (token !== null) headers.set("authorization", `Bearer ${token}`)
  if (type !== null) headers.set("content-type", type)
  return new Request(url, { method, headers, body })
}
