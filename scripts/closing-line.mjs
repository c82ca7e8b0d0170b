/** Prints the closing line of a test run, `N passed, N failed`, from vitest's JSON report; exits 1 unless all passed. */
import { readFileSync } from "node:fs"

let report
try {
  report = JSON.parse(readFileSync(process.argv[2], "utf8"))
} catch (error) {
  process.stderr.write(`no test report: ${error.message}\n`)
}
const passed = report?.numPassedTests ?? 0
// A file that could not be loaded has no tests of its own to fail.
const broken =
  report?.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0) ?? []
// What needs PostgreSQL is not done by not being tried.
const skipped =
  report?.testResults
    .filter((file) => file.name.includes("/test/postgres/"))
    .flatMap((file) => file.assertionResults.filter(({ status }) => status === "skipped" || status === "pending")) ?? []
if (skipped.length > 0)
  process.stdout.write(`${skipped.length} tests of PostgreSQL were skipped, which counts as failed\n`)
const failed = report === undefined ? 1 : report.numFailedTests + broken.length + skipped.length
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 && passed > 0 && report.success ? 0 : 1
