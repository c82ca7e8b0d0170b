import { defined } from "../../src/model/index.ts"
import type { JsonFlag } from "./flags/remote-flags.ts"
import type { Io } from "./io.ts"
import { printable } from "./printable.ts"

export function print(io: Io, { json }: JsonFlag, result: unknown, text: () => string): void {
  io.out(json ? `${JSON.stringify(result, null, 2)}\n` : text())
}

/** Removes undefined properties, because `exactOptionalPropertyTypes` does not allow them. */
export const omitUndefined = <T extends object>(properties: T): { [N in keyof T]?: Exclude<T[N], undefined> } =>
  defined(properties) as { [N in keyof T]?: Exclude<T[N], undefined> }

export function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = heads.some((head) => head !== "") ? [heads, ...rows] : rows
  const widths = heads.map((_, column) => Math.max(...all.map((row) => (row[column] ?? "").length)))
  const lines = all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "))
  return lines.map((line) => `${line.trimEnd()}\n`).join("")
}

/** Returns a number with its noun, such as `2 requests`. */
export const countText = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`

const MAX_CHARACTERS = 200

/** Returns a value of a difference as JSON, shortened for one line. */
export function valueText(value: unknown): string {
  const text = value === undefined ? "nothing" : printable(JSON.stringify(value))
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text
}
