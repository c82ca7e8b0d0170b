export type { PublicEnv as AppEnv } from "./api/index.ts"
export { type App, type AppOptions, createApp } from "./app.ts"
export type { PageFile } from "./pages/index.ts"
export type { AppWorld as NamedWorld, AppWorlds as Worlds, ForkWish, WorldsOptions } from "./worlds/index.ts"
