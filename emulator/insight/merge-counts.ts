import type { CalledName, CoverageCounts, UsedSetting } from "./coverage-report.ts"

/** Adds the counts of several processes. Settings with the same names are the same setting. */
export function mergeCounts(all: Iterable<CoverageCounts>): CoverageCounts {
  const [operations, roots] = [new Map<string, CalledName>(), new Map<string, CalledName>()]
  const [actions, statuses, schedules] = [new Map(), new Map(), new Map()] as Map<string, UsedSetting>[]
  const [dataTypes, mails] = [new Map<string, number>(), new Map<string, number>()]
  for (const { operations: called, graphql, application, data_types, mails: followed } of all) {
    addCalls(operations, called)
    addCalls(roots, graphql)
    addSettings(actions, application.actions)
    addSettings(statuses, application.statuses)
    addSettings(schedules, application.schedules)
    for (const { data_type, count } of data_types) add(dataTypes, data_type, count)
    for (const { kind, count } of followed) add(mails, kind, count)
  }
  const list = (settings: Map<string, UsedSetting> | undefined) => [...(settings?.values() ?? [])]
  return {
    operations: [...operations.values()],
    application: { actions: list(actions), statuses: list(statuses), schedules: list(schedules) },
    graphql: [...roots.values()],
    data_types: [...dataTypes].map(([data_type, count]) => ({ data_type, count })),
    mails: [...mails].map(([kind, count]) => ({ kind, count })),
  }
}

const add = (counts: Map<string, number>, name: string, by: number): void =>
  void counts.set(name, (counts.get(name) ?? 0) + by)

function addCalls(merged: Map<string, CalledName>, called: readonly CalledName[]): void {
  for (const { name, calls, outcomes } of called) {
    const counts = new Map(merged.get(name)?.outcomes.map(({ outcome, count }) => [outcome, count]))
    for (const { outcome, count } of outcomes) add(counts, outcome, count)
    const sums = [...counts].map(([outcome, count]) => ({ outcome, count }))
    merged.set(name, { name, calls: (merged.get(name)?.calls ?? 0) + calls, outcomes: sums })
  }
}

function addSettings(merged: Map<string, UsedSetting> | undefined, settings: readonly UsedSetting[]): void {
  for (const setting of settings) {
    const key = JSON.stringify([setting.application, setting.datastore, setting.name])
    merged?.set(key, { ...setting, count: setting.count + (merged.get(key)?.count ?? 0) })
  }
}
