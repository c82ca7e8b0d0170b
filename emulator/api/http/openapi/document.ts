import type { ErrorShape } from "../../../../src/model/index.ts"
import { errorShapes } from "../../contract/error-shapes.ts"
import { failuresOf } from "../../contract/failures.ts"
import { type Row, routesOf } from "../../contract/row.ts"
import { type OperationName, rows } from "../../contract/table.ts"
import { tags } from "../../contract/tags.ts"
import { ERROR_EXAMPLES, ERROR_NAMES } from "./error-names.ts"
import { JsonSchemas } from "./json-schema.ts"
import { describeOperation, usualFailures } from "./operation.ts"
import { pathOf } from "./path.ts"

const DESCRIPTION = `The public REST API as Hexarium emulates it. Every operation accepts and returns JSON unless stated otherwise.

In request bodies, unknown properties are ignored. A known property that is \`null\` counts as absent, and so does \`""\` for an optional ID.
Path IDs of applications, datastores, fields, actions, groups and roles may be internal or display IDs.`

/** Returns the OpenAPI 3.1 document of the contract table. `version` is the product's version. */
export function openApiDocument({ version }: { readonly version: string }): object {
  const schemas = new JsonSchemas()
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, row] of rows) addOperation(paths, schemas, name, row)
  const errors = Object.entries(ERROR_NAMES).map(([shape, name]) => [
    name,
    {
      ...schemas.ofOutput(errorShapes[shape as ErrorShape]()),
      examples: [ERROR_EXAMPLES[shape as ErrorShape]],
    },
  ])
  return {
    openapi: "3.1.0",
    info: { title: "Hexarium", version, description: DESCRIPTION, license: { name: "MIT", identifier: "MIT" } },
    servers: [
      { url: "/api/v0", description: "The world main" },
      {
        url: "/w/{world}/api/v0",
        description: "Any world of the server",
        // The variable has no description, because many validators misspell that property of OpenAPI 3.1.
        variables: { world: { default: "main" } },
      },
    ],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(
        [...Object.entries(schemas.components), ...errors].sort(([left], [right]) =>
          String(left) < String(right) ? -1 : 1,
        ),
      ),
      responses: usualFailures(),
      securitySchemes: {
        token: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "The token that Login returns" },
      },
    },
  }
}

/** Returns the text of `dist/openapi.json`, which `hexarium openapi` prints. */
export const openApiText = (options: { readonly version: string }): string =>
  `${JSON.stringify(openApiDocument(options), null, 2)}\n`

function addOperation(
  paths: Record<string, Record<string, object>>,
  schemas: JsonSchemas,
  name: OperationName,
  row: Row,
): void {
  const failures = failuresOf(row)
  routesOf(row).forEach(({ method, path }, at) => {
    const { template, parameters } = pathOf(path, Object.keys(paths))
    paths[template] ??= {}
    paths[template][method] = describeOperation({ schemas, row, name, failures, parameters, alias: at })
  })
}
