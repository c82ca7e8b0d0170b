import type { ParseResult } from "../model/input/index.ts"
import { valueAt } from "../model/input/index.ts"
import type { InputIssue, InputPath } from "./tried-request.ts"

type Issue = Extract<ParseResult<unknown>, { readonly success: false }>["issues"][number]

/** Converts the errors of a schema. Leaves out errors of the input as a whole. */
export function issuesOf(issues: readonly Issue[], input: unknown): InputIssue[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map((key) => (typeof key === "number" ? key : String(key)))
    if (typeof path[0] !== "string") return []
    const { code, expected, values, minimum, maximum } = issue as typeof issue & Partial<Bounds>
    const bounds = { minimum: numberOf(minimum), maximum: numberOf(maximum) }
    return [
      { path: path as unknown as InputPath, code, received: valueAt(input, issue.path), expected, values, ...bounds },
    ]
  })
}

interface Bounds {
  readonly expected: string
  readonly values: readonly unknown[]
  readonly minimum: number | bigint
  readonly maximum: number | bigint
}

const numberOf = (bound: number | bigint | undefined): number | undefined =>
  bound === undefined ? undefined : Number(bound)
