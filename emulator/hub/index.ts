export { makeHubRoutes } from "./hub-routes.ts"
