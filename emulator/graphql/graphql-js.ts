import { LazyModule } from "../../src/model/index.ts"

/** The package graphql, which is loaded with the first GraphQL request. */
export const graphqlJs = new LazyModule(() => import("graphql"))
