export { type App, type AppOptions, createApp } from "./app.ts"
export type { AppEnv } from "./http/app-env.ts"
export type { PageFile } from "./pages/pages.ts"
export { type ForkWish, type NamedWorld, Worlds, type WorldsOptions } from "./worlds/worlds.ts"
