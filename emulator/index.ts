export type { AppEnv } from "./api/index.ts"
export { type App, type AppOptions, createApp } from "./app.ts"
export type { PageFile } from "./pages/index.ts"
export { type ForkWish, type NamedWorld, Worlds, type WorldsOptions } from "./worlds/index.ts"
