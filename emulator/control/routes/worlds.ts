import * as z from "zod"
import { lostBlobs } from "../../../src/inside.ts"
import { answer, integer, lazy, nothing } from "../../contract/shapes.ts"
import { VERSION } from "../../version.ts"
import { requireName, requireSnapshot, resetWorld, restoreSnapshot, type Worlds } from "../../worlds/worlds.ts"
import { listing } from "../paged-list.ts"
import { presentSnapshot, presentWorld } from "../presenters/worlds.ts"
import { route } from "../route.ts"
import { snapshotShape, worldShape } from "../shapes/worlds.ts"

const newWorld = lazy(() =>
  z.strictObject({
    name: z.string().optional().describe("1 to 64 letters, digits, - or _; generated when absent"),
    from: z.string().optional().describe("Name of the world to begin as; main when absent"),
    snapshot: z.string().optional().describe("Name of a snapshot of that world to begin as; as it is now when absent"),
  }),
)

const SNAPSHOT = { s: "Name of the snapshot" }

/** The first reason why writes can't be stored, or why what is stored is not whole; null when there is none. */
function troubleOf(worlds: Worlds): string | null {
  if (worlds.storeTrouble !== null) return worlds.storeTrouble
  for (const { name, world } of worlds.list()) {
    const lost = lostBlobs(world.state, world.ports.blobs)
    if (lost.length > 0) return `the bytes of ${lost.length} files of the world ${name} are lost: ${lost[0]}`
  }
  return null
}

/** Worlds and their snapshots (control.md section 3). */
export const worldRoutes = [
  route(
    "GET /health",
    {
      name: "getHealth",
      summary: "Whether the server answers",
      anchor: "health",
      answer: lazy(() =>
        answer({
          status: z
            .enum(["ok", "degraded"])
            .describe("degraded: what is written can't be stored at present, or the bytes of a file are lost"),
          reason: z.string().optional().describe("Why it is degraded"),
          version: z.string().describe("Version of Hexarium"),
          worlds: integer().describe("How many worlds there are"),
        }),
      ),
    },
    ({ worlds }) => {
      const reason = troubleOf(worlds)
      const state = reason === null ? { status: "ok" as const } : { status: "degraded" as const, reason }
      return { ...state, version: VERSION, worlds: worlds.size }
    },
  ),
  route(
    "GET /worlds",
    {
      name: "listWorlds",
      summary: "All worlds, in the order they were made",
      anchor: "worlds",
      answer: lazy(() => answer({ worlds: z.array(worldShape()).describe("The worlds") })),
      isList: true,
    },
    ({ worlds }) => listing("worlds", worlds.list(), presentWorld),
  ),
  route(
    "POST /worlds",
    {
      name: "forkWorld",
      summary: "Make a world that begins as another one is",
      anchor: "worlds",
      body: newWorld,
      answer: worldShape,
      status: 201,
      refuses: [404, 409],
    },
    async ({ worlds, body }) => presentWorld(await worlds.make(body)),
  ),
  route("GET /worlds/:w", { name: "getWorld", summary: "A world", anchor: "worlds", answer: worldShape }, ({ named }) =>
    presentWorld(named),
  ),
  route(
    "DELETE /worlds/:w",
    {
      name: "deleteWorld",
      summary: "Drop a world; main can't be dropped",
      anchor: "worlds",
      answer: nothing,
      refuses: [400],
    },
    async ({ worlds, named }) => {
      await worlds.drop(named.name)
      return null
    },
  ),
  route(
    "POST /worlds/:w/reset",
    {
      name: "resetWorld",
      summary: "Put everything back to how the world was when it was made",
      anchor: "reset",
      answer: worldShape,
    },
    async ({ named }) => {
      await resetWorld(named)
      return presentWorld(named)
    },
  ),
  route(
    "GET /worlds/:w/snapshots",
    {
      name: "listSnapshots",
      summary: "The snapshots of a world",
      anchor: "snapshots",
      answer: lazy(() => answer({ snapshots: z.array(snapshotShape()).describe("In the order they were taken") })),
      isList: true,
    },
    ({ named }) => listing("snapshots", [...named.snapshots.values()], presentSnapshot),
  ),
  route(
    "PUT /worlds/:w/snapshots/:s",
    {
      name: "takeSnapshot",
      summary: "Take a snapshot, in place of the one that has the name",
      anchor: "snapshots",
      params: SNAPSHOT,
      answer: snapshotShape,
      refuses: [400],
    },
    async ({ worlds, named, params }) => presentSnapshot(await worlds.takeSnapshot(named, requireName(params.s))),
  ),
  route(
    "GET /worlds/:w/snapshots/:s/writes",
    {
      name: "countWritesSince",
      summary: "How much was written since a snapshot, and by whom: whether going back to it undoes what others did",
      anchor: "writes",
      params: SNAPSHOT,
      answer: lazy(() =>
        answer({
          total: integer().describe("How many changes were committed since"),
          dashboard: integer().describe(
            "How many of them the dashboard made, acting as a user or by the control plane",
          ),
          others: integer().describe("How many of them were made otherwise"),
        }),
      ),
    },
    ({ named, params }) => {
      const { version } = requireSnapshot(named, params.s)
      const total = Math.max(0, named.world.version - version)
      const dashboard = Math.min(total, named.events.dashboardWrites(version))
      return { total, dashboard, others: total - dashboard }
    },
  ),
  route(
    "DELETE /worlds/:w/snapshots/:s",
    { name: "deleteSnapshot", summary: "Drop a snapshot", anchor: "snapshots", params: SNAPSHOT, answer: nothing },
    async ({ worlds, named, params }) => {
      await worlds.dropSnapshot(named, params.s)
      return null
    },
  ),
  route(
    "POST /worlds/:w/snapshots/:s/restore",
    {
      name: "restoreSnapshot",
      summary: "Put everything back to how it was when the snapshot was taken",
      anchor: "snapshots",
      params: SNAPSHOT,
      answer: worldShape,
    },
    async ({ named, params }) => {
      await restoreSnapshot(named, params.s)
      return presentWorld(named)
    },
  ),
] as const
