import type { ApiCaller } from "../../src/engine/index.ts"
import type { EngineWorld } from "../../src/world/index.ts"
import type { App } from "../app.ts"

/**
 * Gives the world an app. The app is created when a script of the world or of its forks first calls the API, or when the
 * returned function is first called.
 */
export function giveApp(world: EngineWorld): () => Promise<App> {
  let made: Promise<App> | undefined
  const app = () => {
    made ??= import("../app.ts").then(({ createApp }) => createApp({ world, history: 0 }))
    return made
  }
  const callApp: ApiCaller = async (...call) => {
    if (world.apiCaller === callApp) await app()
    if (world.apiCaller === null || world.apiCaller === callApp)
      throw new Error("scripts can't call the API, because the world has no app")
    return world.apiCaller(...call)
  }
  world.apiCaller = callApp
  return app
}
