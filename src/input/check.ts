import type * as z from "zod"
import { type Finding, invalidParams } from "../model/error.ts"
import { MOST_FINDINGS } from "../model/refusals/refusals.ts"
import { issueText } from "../model/input/issue-text.ts"

/** The longest text of a mistake that is told whole. */
const LONGEST = 4000

/**
 * What a schema makes of an input. Refuses with its mistakes, at most a hundred of them (control.md section 4); `where`: the part of
 * the request their places begin with.
 */
export function check<S extends z.ZodType>(schema: S, input: unknown, where?: string): z.output<S> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const { issues } = result.error
  const told = issues.length > MOST_FINDINGS ? issues.slice(0, MOST_FINDINGS - 1) : issues
  const mistakes = told.map((issue) => ({
    place: shortened([...(where === undefined ? [] : [where]), ...issue.path].join(".")),
    member: shortened(issue.path.join(".")),
    why: shortened(issueText(issue, input)),
  }))
  const findings = mistakes.map(findingOf)
  const texts = mistakes.map(({ place, why }) => (place === "" ? why : `${place}: ${why}`))
  if (told !== issues) {
    const rest = `at least ${issues.length - told.length} more`
    findings.push(mistake(rest, ""))
    texts.push(rest)
  }
  throw invalidParams(texts.join("; "), { findings })
}

/** What an answer tells of one mistake: where it is, and why. */
export const findingOf = ({ place, member, why }: Record<"place" | "member" | "why", string>): Finding =>
  place === "" ? mistake(why, "") : { ...mistake(place, member), error: why }

/** The description names the place, the error the reason (errors.md section 3). */
const mistake = (description: string, referenceId: string): Finding => ({
  description,
  errorCode: "INVALID_PARAMS",
  errorLevel: "ERROR",
  referenceId,
})

const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
