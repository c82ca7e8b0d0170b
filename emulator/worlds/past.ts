import { targetNotFound } from "../../src/model/index.ts"
import { EventLog } from "./log/event-log.ts"
import { RequestLog } from "./log/request-log.ts"
import type { NamedWorld } from "./named-world.ts"

/** Splits `NAME@VERSION`. The version is undefined if the text names none. */
export function splitVersion(text: string): readonly [name: string, version: string | undefined] {
  const at = text.indexOf("@")
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

/** Returns a world as it was at a version, read only (insight.md section 1). Only dry runs of it leave a trace in the world's log. */
export function atVersion(named: NamedWorld, version: string): NamedWorld {
  const { history } = named.world
  const world = history.open(history.find(version))
  return {
    ...named,
    world,
    log: new RequestLog(0),
    presentLog: named.log,
    events: new EventLog(),
    snapshots: new Map(),
  }
}

/** Creates the error for a route that serves only the present. */
export const onlyNow = (text: string) =>
  targetNotFound(`the world ${JSON.stringify(text)} does not exist here: this path serves no versions of the past`)
