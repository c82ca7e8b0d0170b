import { randomUUID } from "node:crypto"
import { DomainError } from "../../../src/model/index.ts"
import type { EngineWorld } from "../../../src/world/index.ts"
import { appendCounts, findCountsFolder } from "../../adapters/index.ts"
import type { App } from "../../app.ts"
import { Coverage, type CoverageCounts, countsOf, refusedOutcome } from "../../insight/index.ts"
import { requireWorlds } from "../../worlds/index.ts"

type Acting = ReturnType<EngineWorld["as"]>

const NOTHING_COLLECTS =
  'hexarium: coverage: true counts nothing, because nothing collects the counts; add the reporter "hexarium/coverage" to the runner\'s configuration, or run the tests with hexarium exec --coverage\n'

/** Counts what the tests of a file use: requests, calls of `as`, and the changes of the tests' worlds (insight.md section 5). */
export class FileCoverage {
  readonly #folder = findCountsFolder()
  readonly #file = `${randomUUID()}.jsonl`
  /** Whether the file already lists the settings that no test used. */
  #hasSettings = false

  constructor() {
    if (this.#folder === undefined) process.stderr.write(NOTHING_COLLECTS)
  }

  open(world: EngineWorld): TestCoverage {
    return new TestCoverage(world)
  }

  /** Stores the counts of a test that has ended. */
  async collect(test: TestCoverage): Promise<void> {
    if (this.#folder === undefined) return
    const counts = test.counts()
    const isFirst = !this.#hasSettings
    this.#hasSettings = true
    await appendCounts(this.#folder, this.#file, isFirst ? counts : withoutUnused(counts))
  }
}

/** Removes the unused settings, so that a run of many tests does not repeat them for each test. */
function withoutUnused(counts: CoverageCounts): CoverageCounts {
  const [actions, statuses, schedules] = [
    counts.application.actions,
    counts.application.statuses,
    counts.application.schedules,
  ].map((settings) => settings.filter(({ count }) => count > 0))
  return { ...counts, application: { actions: actions ?? [], statuses: statuses ?? [], schedules: schedules ?? [] } }
}

/** Counts what a single test uses. */
export class TestCoverage {
  readonly #coverage = new Coverage()
  readonly #worlds = new Set<EngineWorld>()

  constructor(world: EngineWorld) {
    this.#followWorld(world)
  }

  followApp({ worlds }: App): void {
    requireWorlds(worlds, "coverage: ").onWorld(({ world, log }) => {
      log.follow((entry) => this.#coverage.addOutcome(entry))
      this.#followWorld(world)
    })
  }

  #followWorld(world: EngineWorld): void {
    if (this.#worlds.has(world)) return
    this.#worlds.add(world)
    world.onChange((change) => this.#coverage.addChange(world, change))
    world.clock.onFired(({ id }) => this.#coverage.addFired(id))
  }

  /** Returns functions that count their calls. */
  counting(acting: Acting): Acting {
    const calls = Object.entries(acting) as [string, (...given: unknown[]) => Promise<unknown>][]
    return Object.fromEntries(
      calls.map(([name, call]) => [name, (...given: unknown[]) => this.#counted(name, call(...given))]),
    ) as unknown as Acting
  }

  async #counted<T>(name: string, call: Promise<T>): Promise<T> {
    const operation = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
    try {
      const result = await call
      this.#coverage.addCall(operation, "ok")
      return result
    } catch (error) {
      if (error instanceof DomainError)
        this.#coverage.addCall(operation, refusedOutcome({ step: error.reason, code: error.code }))
      throw error
    }
  }

  counts(): CoverageCounts {
    return countsOf(
      this.#coverage,
      [...this.#worlds].map((world) => world.view()),
    )
  }
}
