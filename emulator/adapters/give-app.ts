import type { ApiCaller } from "../../src/engine/index.ts"
import type { EngineWorld } from "../../src/world/index.ts"
import type { App } from "../app.ts"
import type { AppOptions } from "../app-options.ts"

/**
 * Gives the world an app. The app is created when a script of the world or of its forks first calls the API, or when the
 * returned function is first called. `whenMade` is called with the new app.
 */
export function giveApp(
  world: EngineWorld,
  options: Pick<AppOptions, "coverage"> = {},
  whenMade: (app: App) => void = () => {},
): () => Promise<App> {
  let made: Promise<App> | undefined
  const app = () => {
    made ??= import("../app.ts").then(({ createApp }) => {
      const app = createApp({ world, history: 0, ...options })
      whenMade(app)
      return app
    })
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
