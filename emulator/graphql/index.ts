export { GRAPHQL, makeGraphql } from "./graphql-app.ts"
export { ROOT_NAMES } from "./root-names.ts"
