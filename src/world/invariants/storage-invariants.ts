import { createWorld } from "../create-world.ts"
import { dumpFixture } from "../../fixtures/dump/dump.ts"
import { indexFaults } from "../../state/rebuild.ts"
import { canonicalJson } from "../../store/canonical.ts"
import type { Invariant } from "./invariants.ts"

/** What holds of the store and of time (architecture.md, "State"; model.md section 10; fixtures.md). */
export const storageInvariants: readonly Invariant[] = [
  {
    name: "indexes-match-tables",
    description: "Every index holds exactly what a rebuild from the tables gives.",
    problems: (world) => indexFaults(world.state),
  },
  {
    name: "schedules-lie-ahead",
    description:
      "The next execution of a running auto action is after the world's present instant (model.md section 10).",
    problems(world) {
      const { now } = world
      return world
        .view()
        .table("autoActions")
        .toArray()
        .filter((auto) => auto.enabled && auto.nextExecAt !== null && auto.nextExecAt <= now)
        .map((auto) => `auto action ${auto.name} was due at ${auto.nextExecAt}, and it is ${now}`)
    },
  },
  {
    name: "exports-come-back",
    description: "An export loads to a world whose export is the same to the byte (fixtures.md).",
    async problems(world) {
      const exported = dumpFixture(world)
      const first = canonicalJson(exported)
      const again = await createWorld({
        fixture: JSON.parse(JSON.stringify(exported)),
        ports: world.ports,
        baseUrl: world.baseUrl,
      })
      return canonicalJson(dumpFixture(again)) === first
        ? []
        : ["the export of the world and the export of its import differ"]
    },
  },
]
