import { readFile } from "node:fs/promises"
import * as z from "zod"
import { UpstreamProblem } from "../upstream-problem.ts"
import type { DifferenceGroup } from "./difference.ts"

const baselineSchema = z.strictObject({
  differences: z.array(
    z.strictObject({
      operation: z.string(),
      path: z.string(),
      kind: z.enum(["status", "header", "missing", "extra", "type", "value", "order", "length"]),
    }),
  ),
})

/** Known differences, which a comparison accepts. */
export type Baseline = z.output<typeof baselineSchema>

type KnownDifference = Baseline["differences"][number]

/** Deviations of a comparison from its baseline. */
export interface BaselineDeviation {
  /** Differences that the baseline does not contain. */
  readonly added: readonly DifferenceGroup[]
  /** Differences of the baseline that have vanished. */
  readonly vanished: readonly KnownDifference[]
}

export async function readBaseline(file: string): Promise<Baseline> {
  const text = await readFile(file, "utf8").catch(({ code, message }: NodeJS.ErrnoException) => {
    throw new UpstreamProblem(
      code === "ENOENT" ? `the baseline ${file} does not exist; create it with --baseline ${file} --write` : message,
    )
  })
  const read = baselineSchema.safeParse(parse(text))
  if (read.success) return read.data
  throw new UpstreamProblem(`${file} is not a baseline; create it again with --baseline ${file} --write`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The text of a baseline file that accepts the differences. Sorted, so that changes of the file are easy to read. */
export function baselineText(differences: readonly DifferenceGroup[]): string {
  const known = differences.map(({ operation, path, kind }) => ({ operation, path, kind }))
  const sorted = known.sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1))
  return `${JSON.stringify({ differences: sorted } satisfies Baseline, null, 2)}\n`
}

export function compareWithBaseline(differences: readonly DifferenceGroup[], baseline: Baseline): BaselineDeviation {
  const known = new Set(baseline.differences.map(keyOf))
  const found = new Set(differences.map(keyOf))
  return {
    added: differences.filter((difference) => !known.has(keyOf(difference))),
    vanished: baseline.differences.filter((difference) => !found.has(keyOf(difference))),
  }
}

const keyOf = ({ operation, path, kind }: KnownDifference): string => JSON.stringify([operation, path, kind])
