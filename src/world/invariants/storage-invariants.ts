import { dumpEngine } from "../../fixtures/index.ts"
import { canonicalJson, indexFaults } from "../../state/index.ts"
import { createEngineWorld } from "../create-world.ts"
import type { Rule } from "./invariant.ts"

export const storageInvariants: readonly Rule[] = [
  {
    name: "indexes-match-tables",
    description: "Every index equals an index rebuilt from the tables.",
    problems: (view) => indexFaults(view.base),
  },
  {
    name: "schedules-lie-ahead",
    description: "The next execution of a running auto action is after the world's current time (model.md section 10).",
    problems: (view) =>
      view
        .all("autoActions")
        .filter((auto) => auto.enabled && auto.nextExecAt !== null && auto.nextExecAt <= view.now)
        .map((auto) => `auto action ${auto.name} was due at ${auto.nextExecAt}; the current time is ${view.now}`),
  },
  {
    name: "exports-come-back",
    description: "A world loaded from an export has an identical export (fixtures.md).",
    async problems(_, world) {
      const exported = dumpEngine(world)
      const first = canonicalJson(exported)
      const again = await createEngineWorld({
        fixture: JSON.parse(JSON.stringify(exported)),
        ports: world.ports,
        baseUrl: world.baseUrl,
      })
      return canonicalJson(dumpEngine(again)) === first
        ? []
        : ["the world's export differs from the export of a world loaded from it"]
    },
  },
]
