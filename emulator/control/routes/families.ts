import * as z from "zod"
import { compareStates } from "../../../src/inside.ts"
import { answer, integer, lazy, millis } from "../../contract/shapes.ts"
import { requireSnapshot } from "../../worlds/worlds.ts"
import { listing } from "../paged-list.ts"
import { presentPatch } from "../presenters/records.ts"
import { presentWorld } from "../presenters/worlds.ts"
import { route } from "../route.ts"
import { differenceShape } from "../shapes/records.ts"
import { worldShape } from "../shapes/worlds.ts"

const relative = lazy(() =>
  answer({
    world: worldShape(),
    depth: integer().describe("How many forks lie between it and main"),
    made_at: millis().describe("When it was made, by the machine's clock"),
    age_ms: integer().describe("How long ago that is, in milliseconds of real time"),
    records: integer().describe("How many records its state holds"),
    snapshots: integer().describe("How many snapshots it has"),
    distance: integer()
      .nullable()
      .describe(
        "How many records differ from the world it was forked from, as that is now; null: that is gone, or it is main",
      ),
  }),
)

/** How worlds descend from each other and what is different in them (control.md section 3, "family" and "differences"). */
export const familyRoutes = [
  route(
    "GET /family",
    {
      name: "listFamily",
      summary: "The worlds as a tree of forks, with ages, sizes and distances",
      anchor: "family",
      answer: lazy(() => answer({ family: z.array(relative()).describe("Each world before its forks") })),
      isList: true,
    },
    ({ worlds }) =>
      listing("family", worlds.family(), ({ named, depth }) => {
        const parent = worlds.parentOf(named)
        const { state } = named.world
        return {
          world: presentWorld(named),
          depth,
          made_at: new Date(named.madeAtMs).toISOString(),
          age_ms: Math.max(0, Date.now() - named.madeAtMs),
          records: [...state.tables].reduce((sum, [, { size }]) => sum + size, 0),
          snapshots: named.snapshots.size,
          distance: parent === undefined ? null : compareStates(parent.world.state, state).length,
        }
      }),
  ),
  route(
    "GET /worlds/:w/differences",
    {
      name: "compareWorlds",
      summary: "What is different in another world, or has changed since a snapshot, record by record",
      anchor: "differences",
      query: lazy(() =>
        z.object({
          with: z.string().optional().describe("Name of the other world; the one it was forked from when absent"),
          snapshot: z
            .string()
            .optional()
            .describe("Name of a snapshot of that world, of this one when `with` is absent"),
          table: z.string().optional().describe("Only records of this kind, such as items or users"),
        }),
      ),
      answer: lazy(() =>
        answer({
          differences: z.array(differenceShape()).describe("How this world's records differ from the other's"),
        }),
      ),
      isList: true,
      refuses: [404],
    },
    async ({ worlds, named, query }) => {
      const fallback = query.snapshot === undefined ? (named.parent ?? named.name) : named.name
      const other = worlds.require(query.with ?? fallback)
      const from =
        query.snapshot === undefined ? other.world.state : (await requireSnapshot(other, query.snapshot).moment()).state
      const view = named.world.view()
      const found = compareStates(from, view.base).filter(
        ({ table }) => query.table === undefined || query.table === (table.startsWith("items:") ? "items" : table),
      )
      return listing("differences", found, (patch) => presentPatch(view, patch))
    },
  ),
] as const
