import { defined } from "../../../src/model/index.ts"
import type { View } from "../../../src/state/index.ts"
import type { World } from "../../../src/world/index.ts"
import { type Happening, nameUser } from "../../worlds/index.ts"
import { presentFired } from "./clock.ts"
import { presentFailure } from "./failures.ts"
import { presentFault } from "./faults.ts"
import { SECRET_IDS } from "./records.ts"
import { presentRequest } from "./requests.ts"
import { presentWebhook } from "./webhooks.ts"

/** Returns the data of an event (control.md section 3, "events"). */
export function presentHappening(world: World, view: View, happening: Happening): Record<string, unknown> {
  switch (happening.kind) {
    case "request":
      return { ...presentRequest(view, happening.entry) }
    case "change": {
      const { version, at, operation, actor, records, more, via } = happening
      return {
        version,
        at,
        operation,
        user: actor === null ? null : nameUser(view, actor),
        records: records.map(({ table, id }) => ({ table, id: SECRET_IDS.has(table) ? "***" : id })),
        more,
        ...defined({ via }),
      }
    }
    case "clock":
      return { now: world.clock.now, mode: world.clock.mode }
    case "fired":
      return presentFired(happening.fired)
    case "mail": {
      const { what, count, mail } = happening
      if (mail === null) return { what, count }
      const { id, at, kind, to, subject } = mail
      return { what, count, mail: { id, at, kind, to, subject } }
    }
    case "fault":
      return { what: happening.what, fault: presentFault(happening.fault) }
    case "webhook":
      return presentWebhook(happening.delivery, world.webhookLog.numberOf(happening.delivery))
    case "snapshot":
    case "world":
      return { what: happening.what, name: happening.name }
    case "failure":
      return presentFailure(happening.failure)
  }
}
