import type { Finding } from "../../src/inside.ts"
import type { WireFinding } from "../contract/shapes.ts"

/** `ErrEl` of errors.md section 1. */
export const presentFinding = (finding: Finding): WireFinding => ({
  description: finding.description,
  error: finding.error,
  error_code: finding.errorCode,
  error_level: finding.errorLevel,
  reference_id: finding.referenceId,
})
