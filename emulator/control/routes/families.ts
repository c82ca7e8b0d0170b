import * as z from "zod"
import { compareStates } from "../../../src/insight/index.ts"
import { invalidParams } from "../../../src/model/index.ts"
import type { Patch } from "../../../src/state/index.ts"
import { answerOf, integer, millis, objectOf } from "../../api/index.ts"
import { requireSnapshot, viewIn } from "../../worlds/index.ts"
import { listing } from "../paged-list.ts"
import { presentPatch } from "../presenters/records.ts"
import { presentWorld } from "../presenters/worlds.ts"
import { route } from "../route.ts"
import { differenceShape } from "../shapes/records.ts"
import { worldShape } from "../shapes/worlds.ts"

const relative = answerOf(() => ({
  world: worldShape().describe("The world"),
  depth: integer().describe("Number of forks between the world and main"),
  made_at: millis().describe("Time of the world's creation on the machine's clock"),
  age_ms: integer().describe("Age of the world in milliseconds of real time"),
  records: integer().describe("Number of records in the world"),
  snapshots: integer().describe("Number of the world's snapshots"),
  distance: integer()
    .nullable()
    .describe(
      "Number of records that differ from the current parent world; null for main and after the parent's deletion",
    ),
}))

export const familyRoutes = [
  route(
    "GET /family",
    {
      name: "listFamily",
      summary: "List the worlds as a tree of forks, with ages, sizes and distances",
      anchor: "family",
      answer: answerOf(() => ({ family: z.array(relative()).describe("Worlds; each world comes before its forks") })),
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
      summary: "Compare two versions of a world, or a world with another one or with a snapshot, record by record",
      anchor: "differences",
      hasNames: true,
      query: objectOf(() => ({
        with: z
          .string()
          .optional()
          .describe("Name of the other world; default: the world from which this world was forked"),
        snapshot: z
          .string()
          .optional()
          .describe("Name of a snapshot of the other world, or of this world without `with`"),
        from: z.string().optional().describe("Name of the older version of this world; default: that before `to`"),
        to: z.string().optional().describe("Name of the newer version of this world; default: the current state"),
        table: z.string().optional().describe("Only records of this kind, such as items or users"),
      })),
      answer: answerOf(() => ({
        differences: z.array(differenceShape()).describe("Differences between the records of the two worlds"),
      })),
      isList: true,
      refuses: [404],
    },
    async ({ worlds, named, view: viewNow, query }) => {
      const ofTable = ({ table }: Patch) =>
        query.table === undefined || query.table === (table.startsWith("items:") ? "items" : table)
      if (query.from !== undefined || query.to !== undefined) {
        if (query.with !== undefined || query.snapshot !== undefined)
          throw invalidParams("expected from and to, or with and snapshot, received both")
        const { history, version } = named.world
        const newer = history.find(query.to ?? version)
        const older = history.find(query.from ?? newer.version - 1)
        const view = viewIn(history.open(newer), query.lang)
        const found = compareStates(older.state, newer.state).filter(ofTable)
        return listing("differences", found, (patch) => presentPatch(view, patch))
      }
      const fallback = query.snapshot === undefined ? (named.parent ?? named.name) : named.name
      const other = worlds.require(query.with ?? fallback)
      const from =
        query.snapshot === undefined ? other.world.state : (await requireSnapshot(other, query.snapshot).moment()).state
      const view = viewNow()
      const found = compareStates(from, view.base).filter(ofTable)
      return listing("differences", found, (patch) => presentPatch(view, patch))
    },
  ),
] as const
