import { type Instant, readInstant } from "../model/index.ts"

/** A parsed name of a version (insight.md section 1). */
export type VersionName =
  | { readonly kind: "number"; readonly version: number }
  | { readonly kind: "back"; readonly changes: number }
  | { readonly kind: "instant"; readonly at: Instant }
  | { readonly kind: "request"; readonly side: "before" | "after"; readonly id: number }

/** Returns undefined if the text is no name of a version. */
export function readVersionName(name: number | string): VersionName | undefined {
  const text = String(name)
  if (/^\d{1,15}$/.test(text)) return { kind: "number", version: Number(text) }
  if (/^-[1-9]\d{0,14}$/.test(text)) return { kind: "back", changes: -Number(text) }
  const [, side, id] = /^(before|after):([1-9]\d{0,14})$/.exec(text) ?? []
  if (id !== undefined) return { kind: "request", side: side as "before" | "after", id: Number(id) }
  const at = readInstant(text)
  return at === undefined ? undefined : { kind: "instant", at }
}
