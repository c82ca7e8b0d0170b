import { presentSchema } from "../presenters/schema.ts"
import { route } from "../route.ts"
import { schemaShape } from "../shapes/schema.ts"

export const schemaRoutes = [
  route(
    "GET /worlds/:w/schema",
    {
      readsVersions: true,
      name: "getSchema",
      summary: "Get the applications, datastores, fields, status graphs, roles and relations of a world with counts",
      anchor: "schema",
      hasNames: true,
      answer: schemaShape,
    },
    ({ view }) => presentSchema(view()),
  ),
] as const
