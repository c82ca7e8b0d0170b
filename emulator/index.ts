export { type App, type AppOptions, createApp } from "./app.ts"
export { createWorldFromFiles, type FixtureFiles, readFixtureFiles } from "./fixture-files/index.ts"
export { type RunningServer, type ServerOptions, startServer } from "./server.ts"
export { type ForkWish, type NamedWorld, Worlds, type WorldsOptions } from "./worlds.ts"
