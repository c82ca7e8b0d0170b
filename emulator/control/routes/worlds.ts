import * as z from "zod"
import { answerOf, integer, nothing, strictObjectOf } from "../../api/index.ts"
import { VERSION } from "../../version.ts"
import { requireName, requireSnapshot, resetWorld, restoreSnapshot } from "../../worlds/index.ts"
import { listing } from "../paged-list.ts"
import { presentSnapshot, presentWorld } from "../presenters/worlds.ts"
import { serverTrouble } from "../probes.ts"
import { route } from "../route.ts"
import { versionName } from "../shapes/versions.ts"
import { snapshotShape, worldShape } from "../shapes/worlds.ts"

const newWorld = strictObjectOf(() => ({
  name: z
    .string()
    .optional()
    .describe("Name of the new world: 1 to 64 letters, digits, - or _. Default: a generated name"),
  from: z.string().optional().describe("Name of the world to copy. Default: main"),
  snapshot: z
    .string()
    .optional()
    .describe("Name of a snapshot of that world to copy. Default: the world's current state"),
  version: versionName().optional().describe("Version of that world to copy. Default: the world's current state"),
}))

const newSnapshot = strictObjectOf(() => ({
  from: z.string().optional().describe("Name of a snapshot of the world to copy. Default: the world's current state"),
}))

const SNAPSHOT = { s: "Name of the snapshot" }

export const worldRoutes = [
  route(
    "GET /health",
    {
      name: "getHealth",
      summary: "Check whether the server responds",
      description:
        "The server responds whatever the Host header is. Foreign hosts and other machines get only the status.",
      anchor: "health",
      answer: answerOf(() => ({
        status: z
          .enum(["ok", "degraded"])
          .describe(
            "Status of the server. degraded: writes can't be stored at present, or the content of a file is lost",
          ),
        reason: z.string().optional().describe("Reason why the status is degraded"),
        version: z.string().describe("Version of Hexarium"),
        worlds: integer().describe("Number of worlds"),
      })),
    },
    ({ worlds }) => {
      const reason = serverTrouble(worlds)
      const state = reason === null ? { status: "ok" as const } : { status: "degraded" as const, reason }
      return { ...state, version: VERSION, worlds: worlds.size }
    },
  ),
  route(
    "GET /worlds",
    {
      name: "listWorlds",
      summary: "List all worlds in creation order",
      anchor: "worlds",
      answer: answerOf(() => ({ worlds: z.array(worldShape()).describe("The worlds") })),
      isList: true,
    },
    ({ worlds }) => listing("worlds", worlds.list(), presentWorld),
  ),
  route(
    "POST /worlds",
    {
      name: "forkWorld",
      summary: "Create a world as a copy of another world",
      anchor: "worlds",
      body: newWorld,
      answer: worldShape,
      status: 201,
      refuses: [404, 409],
    },
    async ({ worlds, body }) => presentWorld(await worlds.make(body)),
  ),
  route(
    "GET /worlds/:w",
    { readsVersions: true, name: "getWorld", summary: "Get a world", anchor: "worlds", answer: worldShape },
    ({ named }) => presentWorld(named),
  ),
  route(
    "DELETE /worlds/:w",
    {
      name: "deleteWorld",
      summary: "Delete a world; main can't be deleted",
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
      summary: "Reset a world to its initial state",
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
      summary: "List the snapshots of a world",
      anchor: "snapshots",
      answer: answerOf(() => ({
        snapshots: z.array(snapshotShape()).describe("Snapshots in the order of their creation"),
      })),
      isList: true,
    },
    ({ named }) => listing("snapshots", [...named.snapshots.values()], presentSnapshot),
  ),
  route(
    "PUT /worlds/:w/snapshots/:s",
    {
      name: "takeSnapshot",
      summary: "Take or copy a snapshot; replaces a snapshot with the same name",
      anchor: "snapshots",
      params: SNAPSHOT,
      body: newSnapshot,
      answer: snapshotShape,
      refuses: [400],
    },
    async ({ worlds, named, params, body }) =>
      presentSnapshot(await worlds.takeSnapshot(named, requireName(params.s), body.from)),
  ),
  route(
    "GET /worlds/:w/snapshots/:s/writes",
    {
      name: "countWritesSince",
      summary: "Count the changes since a snapshot; a restore would undo these changes",
      anchor: "writes",
      params: SNAPSHOT,
      answer: answerOf(() => ({
        total: integer().describe("Number of changes since the snapshot"),
        dashboard: integer().describe("Number of changes by the dashboard, as a user or through the control plane"),
        others: integer().describe("Number of changes by other clients"),
      })),
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
    { name: "deleteSnapshot", summary: "Delete a snapshot", anchor: "snapshots", params: SNAPSHOT, answer: nothing },
    async ({ worlds, named, params }) => {
      await worlds.dropSnapshot(named, params.s)
      return null
    },
  ),
  route(
    "POST /worlds/:w/snapshots/:s/restore",
    {
      name: "restoreSnapshot",
      summary: "Restore the world's state from a snapshot",
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
