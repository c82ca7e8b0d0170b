import type { Finding } from "../../src/inside.ts"
import { MOST_FINDINGS, type WireFinding } from "../contract/shapes.ts"

/** `ErrEl` of errors.md section 1. */
const presentFinding = (finding: Finding): WireFinding => ({
  description: finding.description,
  error: finding.error,
  error_code: finding.errorCode,
  error_level: finding.errorLevel,
  reference_id: finding.referenceId,
})

/** The first hundred findings, and how many there are besides (control.md section 4). */
export function presentFindings(findings: readonly Finding[]): WireFinding[] {
  const first = findings.slice(0, MOST_FINDINGS).map(presentFinding)
  const rest = findings.slice(MOST_FINDINGS)
  if (rest.length === 0) return first
  const worst = rest.find(({ errorLevel }) => errorLevel === "ERROR") ?? rest[0]
  return [
    ...first,
    {
      description: `${rest.length} more`,
      error_code: worst?.errorCode ?? "INVALID_PARAMS",
      error_level: worst?.errorLevel ?? "WARN",
      reference_id: "",
    },
  ]
}
