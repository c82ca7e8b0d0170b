import { foldText } from "../../folded.ts"
import { outcomeOf } from "../../parts/outcome.tsx"
import { reasonText } from "../../state/causes.ts"
import type { Line } from "./log.ts"

type Query = ReadonlyMap<string, string>

export const FILTERS = ["operation", "outcome", "user", "trace", "text", "record"] as const

export function filterLines(lines: readonly Line[], query: Query): readonly Line[] {
  if (FILTERS.every((name) => !query.has(name))) return lines
  const text = foldText(query.get("text") ?? "")
  return lines.filter(
    (line) =>
      isOne(query.get("operation"), line.operation) &&
      isOne(query.get("outcome"), outcomeOf(line.status)) &&
      isOne(query.get("user"), line.user) &&
      isOne(query.get("trace"), line.trace ?? null) &&
      textOf(line).includes(text),
  )
}

const isOne = (asked: string | undefined, value: string | null): boolean => asked === undefined || asked === value

const textOf = (line: Line): string => {
  const { operation, method, path, user, status, effects, cause, error, why } = line
  return foldText(
    [operation, method, path, user, status, cause?.name, error, why, reasonText(line), ...effects].join("\n"),
  )
}
