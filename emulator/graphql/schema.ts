import type { GraphQLSchema } from "graphql"
import { lazy } from "../../src/model/input/index.ts"
import type { GatewayRequest } from "./gateway-request.ts"
import { graphqlJs } from "./graphql-js.ts"
import { roots } from "./roots/table.ts"
import { SDL } from "./sdl.ts"

/** Creates the schema from the SDL. Each root runs its declaration. */
export const gatewaySchema = lazy((): GraphQLSchema => {
  const { buildSchema } = graphqlJs.code
  // `write-sdl.mjs` and the tests check the SDL. To check it here would double the time of the first request.
  const schema = buildSchema(SDL, { assumeValid: true, assumeValidSDL: true, noLocation: true })
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    for (const [name, field] of Object.entries(type?.getFields() ?? {})) {
      const declared = roots[name]
      if (declared === undefined) throw new Error(`the root ${name} has no declaration`)
      field.resolve = (_, args, request: GatewayRequest, info) => request.run(declared, args, info)
    }
  }
  return schema
})
