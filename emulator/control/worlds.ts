import * as z from "zod"
import { lazy } from "../contract/shapes.ts"
import { presentSnapshot, presentWorld } from "../presenters/control/worlds.ts"
import { VERSION } from "../version.ts"
import { type NamedSnapshot, requireName, requireSnapshot, resetWorld } from "../worlds.ts"
import { bodyRoute, type ControlRoute, route } from "./route.ts"

const newWorld = lazy(() =>
  z.strictObject({ name: z.string().optional(), from: z.string().optional(), snapshot: z.string().optional() }),
)

/** Worlds and their snapshots (control.md section 3). */
export const worldRoutes: readonly ControlRoute[] = [
  route("GET", "/health", ({ worlds }) => ({ status: "ok", version: VERSION, worlds: worlds.size })),
  route("GET", "/worlds", ({ worlds }) => ({ worlds: worlds.list().map(presentWorld) })),
  { ...bodyRoute("POST", "/worlds", newWorld, ({ worlds, body }) => presentWorld(worlds.fork(body))), status: 201 },
  route("GET", "/worlds/:w", ({ named }) => presentWorld(named)),
  route("DELETE", "/worlds/:w", ({ worlds, named }) => worlds.remove(named.name)),
  route("POST", "/worlds/:w/reset", async ({ named }) => {
    await resetWorld(named)
    return presentWorld(named)
  }),
  route("GET", "/worlds/:w/snapshots", ({ named }) => ({
    snapshots: [...named.snapshots.values()].map(presentSnapshot),
  })),
  route("PUT", "/worlds/:w/snapshots/:s", ({ named, params }) => {
    const name = requireName(params.s ?? "")
    const { world } = named
    const taken: NamedSnapshot = {
      name,
      at: world.now,
      version: world.version,
      hash: world.hash(),
      snapshot: world.snapshot(),
    }
    named.snapshots.set(name, taken)
    return presentSnapshot(taken)
  }),
  route("DELETE", "/worlds/:w/snapshots/:s", ({ named, params }) => {
    named.snapshots.delete(requireSnapshot(named, params.s ?? "").name)
  }),
  route("POST", "/worlds/:w/snapshots/:s/restore", async ({ named, params }) => {
    await named.world.restore(requireSnapshot(named, params.s ?? "").snapshot)
    return presentWorld(named)
  }),
]
