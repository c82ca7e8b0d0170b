import type { View } from "../../src/state/index.ts"
import { ROOT_NAMES } from "../graphql/index.ts"
import type { Counts, Coverage, ServerCoverage } from "./coverage.ts"
import { knownOutcomes, operationRows } from "./outcomes.ts"

interface OutcomeCount {
  readonly outcome: string
  readonly count: number
}

export interface CalledName {
  readonly name: string
  readonly calls: number
  readonly outcomes: readonly OutcomeCount[]
}

/** An action, status or auto action of the worlds' applications, with the number of its uses. */
export interface UsedSetting {
  readonly application: string
  readonly datastore: string
  readonly name: string
  readonly count: number
}

/** What requests have used and not used (insight.md section 5), in the format of the control plane. */
export interface CoverageReport {
  readonly operations: readonly CalledName[]
  readonly unmet: readonly { readonly operation: string; readonly outcome: string; readonly how: string }[]
  readonly application: {
    readonly actions: readonly UsedSetting[]
    readonly statuses: readonly UsedSetting[]
    readonly schedules: readonly UsedSetting[]
  }
  readonly graphql: readonly CalledName[]
  readonly data_types: readonly { readonly data_type: string; readonly count: number }[]
  readonly mails: readonly { readonly kind: string; readonly count: number }[]
}

const outcomesOf = (counts: Counts | undefined): OutcomeCount[] =>
  [...(counts ?? [])].map(([outcome, count]) => ({ outcome, count }))

function callsOf(name: string, counts: Counts | undefined): CalledName {
  const outcomes = outcomesOf(counts)
  return { name, calls: outcomes.reduce((sum, { count }) => sum + count, 0), outcomes }
}

/** The counts from which a report is made: as a report has them, but without the names that no request used. */
export type CoverageCounts = Omit<CoverageReport, "unmet">

const usedOf = (all: ReadonlyMap<string, Counts>): CalledName[] =>
  [...all].map(([name, counts]) => callsOf(name, counts))

/** Returns the counts, with all settings of the applications in the views. */
export const countsOf = (coverage: Coverage, views: readonly View[]): CoverageCounts => ({
  operations: usedOf(coverage.operations),
  application: settingsOf(views, coverage),
  graphql: usedOf(coverage.roots),
  data_types: [...coverage.dataTypes].map(([data_type, count]) => ({ data_type, count })),
  mails: [...coverage.mails].map(([kind, count]) => ({ kind, count })),
})

/** Adds all names of the contract to the counts, and the outcomes that no request had. */
export function reportOf(counts: CoverageCounts): CoverageReport {
  const rows = Object.entries(operationRows())
  const [calls, roots] = [counts.operations, counts.graphql].map((all) => new Map(all.map((one) => [one.name, one])))
  const hadOutcome = (name: string, outcome: string) =>
    calls?.get(name)?.outcomes.some((one) => one.outcome === outcome) === true
  return {
    ...counts,
    operations: rows.map(([name]) => calls?.get(name) ?? callsOf(name, undefined)),
    unmet: rows.flatMap(([operation, row]) =>
      knownOutcomes(row)
        .filter(({ outcome }) => !hadOutcome(operation, outcome))
        .map(({ outcome, how }) => ({ operation, outcome, how })),
    ),
    graphql: ROOT_NAMES.map((name) => roots?.get(name) ?? callsOf(name, undefined)),
  }
}

/** Reports the coverage of one world of a server. Default: of all worlds. */
export function reportCoverage(server: ServerCoverage, world?: string): CoverageReport {
  const named = world === undefined ? undefined : server.worlds.require(world)
  const views = (named === undefined ? server.worlds.list() : [named]).map((one) => one.world.view())
  return reportOf(countsOf(named === undefined ? server.total : server.of(named), views))
}

/** Lists the settings of all views. Forks of a world have the same IDs, so each setting is listed once. */
function settingsOf(views: readonly View[], { actions, statuses, schedules }: Coverage): CoverageReport["application"] {
  const [found, entered, fired] = [new Map(), new Map(), new Map()] as [Listed, Listed, Listed]
  for (const view of views) {
    for (const { pId, displayId, actions: own, statuses: states } of view.all("datastores")) {
      const place = { application: view.get("applications", pId)?.displayId ?? "", datastore: displayId }
      for (const one of own) found.set(one.aId, { ...place, name: one.displayId, count: actions.get(one.aId) ?? 0 })
      for (const one of states)
        entered.set(one.sId, { ...place, name: one.displayId, count: statuses.get(one.sId) ?? 0 })
    }
    for (const { autoId, pId, dId, name } of view.all("autoActions")) {
      const place = {
        application: view.get("applications", pId)?.displayId ?? "",
        datastore: view.get("datastores", dId)?.displayId ?? "",
      }
      fired.set(autoId, { ...place, name, count: schedules.get(autoId) ?? 0 })
    }
  }
  return { actions: [...found.values()], statuses: [...entered.values()], schedules: [...fired.values()] }
}

type Listed = Map<string, UsedSetting>

const MAX_UNMET_LINES = 20

/** Returns a report as text for a terminal. */
export function coverageText({ operations, unmet, application, graphql, data_types }: CoverageReport): string {
  const used = operations.filter(({ calls }) => calls > 0)
  const ofUsed = unmet.filter(({ operation }) => used.some(({ name }) => name === operation))
  const settings = Object.entries(application).map(([kind, all]) => {
    const unused = all.filter(({ count }) => count === 0)
    const list = unused.map(({ application, datastore, name }) => `    unused: ${application}/${datastore} ${name}`)
    return [`  ${all.length - unused.length} of ${all.length} ${kind}`, ...list]
  })
  const roots = graphql.filter(({ calls }) => calls > 0)
  return [
    "Coverage of the service",
    `  ${used.length} of ${operations.length} operations`,
    ...used.map(
      ({ name, calls, outcomes }) =>
        `    ${name}  ${calls}  ${outcomes.map(({ outcome, count }) => `${outcome} ${count}`).join(", ")}`,
    ),
    `  ${roots.length} of ${graphql.length} GraphQL roots`,
    ...(data_types.length === 0 ? [] : [`  data types: ${data_types.map(({ data_type }) => data_type).join(", ")}`]),
    ...settings.flat(),
    `  ${ofUsed.length} outcomes of the used operations were never met`,
    ...ofUsed
      .slice(0, MAX_UNMET_LINES)
      .flatMap(({ operation, outcome, how }) => [`    ${operation}: ${outcome}`, `      ${how}`]),
    ...(ofUsed.length > MAX_UNMET_LINES ? [`    … and ${ofUsed.length - MAX_UNMET_LINES} more`] : []),
    "",
  ].join("\n")
}
