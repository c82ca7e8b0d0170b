import * as z from "zod"
import { snakeCase } from "../../src/model/index.ts"
import type { JsonObject } from "../../src/model/input/index.ts"
import { API, type DeclaredRow, type OperationName, table } from "../api/index.ts"
import type { ShownRequest } from "./shown-request.ts"

/** Converts a call of an operation to the HTTP request that has the same effect. */
export function renderCall(name: string, input: JsonObject): Pick<ShownRequest, "method" | "path" | "body"> {
  const row = table[name as OperationName] as unknown as DeclaredRow & { readonly paths: readonly string[] }
  const [template = ""] = row.paths
  const params: Record<string, string> = {}
  const sent: Record<string, unknown> = {}
  const { shape } = row.operation.input()
  for (const { path, parameters, names } of row.wireInput().locations) {
    const value = path.reduce<unknown>((part, key) => (part as JsonObject | undefined)?.[key], input)
    if (value === undefined) continue
    const parameter = parameters.find((one) => template.split("/").includes(`:${one}`))
    if (parameter !== undefined) params[parameter] = String(value)
    else if (names[0] !== undefined) sent[names[0]] = toWire(shape[path[0]] as z.ZodType, value)
  }
  const path = API + fillPath(template, params)
  const method = row.method.toUpperCase()
  if (row.part === "query") return { method, path: path + queryText(sent as Record<string, string>) }
  return { method, path, body: sent }
}

export const fillPath = (template: string, params: Readonly<Record<string, string>>): string =>
  template.replaceAll(/:([^/]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))

export function queryText(query: Readonly<Record<string, unknown>>): string {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)] as [string, string]),
  ).toString()
  return text === "" ? "" : `?${text}`
}

/** Gives the properties of an object their names in requests. */
function toWire(schema: z.ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodLazy) return toWire(schema.unwrap() as z.ZodType, value)
  if (!(schema instanceof z.ZodObject) || typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const inner = schema.shape[name] as z.ZodType | undefined
      return [snakeCase(name), inner === undefined ? member : toWire(inner, member)]
    }),
  )
}
