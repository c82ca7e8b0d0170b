import { type Finding, presentFindings as listFindings } from "../../src/inside.ts"
import type { WireFinding } from "../contract/item-shapes/finding.ts"

/** Findings as answers list them. */
export const presentFindings = (findings: readonly Finding[]): WireFinding[] => listFindings(findings)
