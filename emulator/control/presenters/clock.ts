import type { DueEvent, Fired } from "../../../src/model/records/index.ts"

export const presentDue = ({ at, kind, id, name }: DueEvent) => ({ at, kind, id, name })

export const presentFired = ({ at, kind, id, name, affected }: Fired) => ({ at, kind, id, name, affected })
