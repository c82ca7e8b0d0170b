import type { Finding } from "../../src/index.ts"

export interface WireFinding {
  description: string
  error?: string
  error_code?: string
  error_level: "ERROR" | "WARN"
  reference_id?: string
}

/** `ErrEl` of errors.md section 1. */
export const presentFinding = (finding: Finding): WireFinding => ({
  description: finding.description,
  ...(finding.error === undefined ? {} : { error: finding.error }),
  ...(finding.errorCode === undefined ? {} : { error_code: finding.errorCode }),
  error_level: finding.errorLevel,
  ...(finding.referenceId === undefined ? {} : { reference_id: finding.referenceId }),
})
