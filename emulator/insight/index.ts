export { ServerCoverage } from "./coverage.ts"
export { type CoverageReport, coverageText, reportCoverage } from "./coverage-report.ts"
