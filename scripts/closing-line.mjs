/** Prints the failures in Vitest's JSON reports, then the line `N passed, N failed`. Exits with 1 unless all tests passed. */
import { readFileSync } from "node:fs"

const NO_RESULTS = { numPassedTests: 0, numFailedTests: 1, testResults: [], success: false }

function read(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"))
  } catch (error) {
    process.stderr.write(`the test report can't be read: ${error.message}\n`)
    return NO_RESULTS
  }
}

const reports = process.argv.slice(2).map(read)
const sum = (numbers) => numbers.reduce((all, number) => all + number, 0)
const files = reports.flatMap((report) => report.testResults)
const passedCount = sum(reports.map((report) => report.numPassedTests))
// A test file that can't be loaded fails without results of single tests.
const brokenFiles = files.filter((file) => file.status === "failed" && file.assertionResults.length === 0)
// Tests of PostgreSQL are skipped if there is no database server. In CI, this counts as a failure.
const skippedCount = files
  .filter((file) => file.name.includes("/test/postgres/"))
  .flatMap((file) => file.assertionResults.filter(({ status }) => status === "skipped" || status === "pending"))
if (skippedCount.length > 0)
  process.stdout.write(`${skippedCount.length} PostgreSQL tests were skipped and count as failed\n`)
for (const { name, message, assertionResults } of files.filter((file) => file.status === "failed")) {
  process.stdout.write(`FAIL ${name}\n${message ? `${message}\n` : ""}`)
  for (const { fullName, failureMessages } of assertionResults.filter(({ status }) => status === "failed"))
    process.stdout.write(`  ${fullName}\n${failureMessages.join("\n")}\n`)
}
const failedCount = sum(reports.map((report) => report.numFailedTests)) + brokenFiles.length + skippedCount.length
process.stdout.write(`${passedCount} passed, ${failedCount} failed\n`)
process.exitCode = failedCount === 0 && passedCount > 0 && reports.every((report) => report.success) ? 0 : 1
