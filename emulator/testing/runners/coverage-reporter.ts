import { CountsFolder, findCountsFolder } from "../../adapters/index.ts"
import { type CoverageCounts, coverageText, mergeCounts, reportOf } from "../../insight/index.ts"

/**
 * Entry point `hexarium/coverage`: a reporter for Vitest, Jest and Playwright. After all tests, it prints one report of
 * what the tests with `coverage: true` used in all workers (insight.md section 5). If `hexarium exec --coverage` runs
 * the tests, `exec` prints the report instead.
 */
export default class CoverageReporter {
  readonly #counts = findCountsFolder() === undefined ? new CountsFolder<CoverageCounts>() : undefined

  constructor() {
    // The workers start later, with the variables of this process.
    Object.assign(process.env, this.#counts?.variables)
    process.once("exit", () => this.#counts?.delete())
  }

  /** Called by Vitest after each run. */
  onTestRunEnd(): Promise<void> {
    return this.#print()
  }

  /** Called by Jest after each run. */
  onRunComplete(): Promise<void> {
    return this.#print()
  }

  /** Called by Playwright after the run. */
  onEnd(): Promise<void> {
    return this.#print()
  }

  /** Lets Playwright print the tests with its own reporter. */
  printsToStdio(): boolean {
    return false
  }

  /** Prints the counts of the run that has ended, so that the next one in watch mode begins without counts. */
  async #print(): Promise<void> {
    if (this.#counts === undefined) return
    const counts = mergeCounts(await this.#counts.read())
    process.stderr.write(`\n${coverageText(reportOf(counts))}`)
    await this.#counts.clear()
  }
}
