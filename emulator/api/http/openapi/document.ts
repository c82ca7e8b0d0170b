import type { ErrorShape } from "../../../../src/model/index.ts"
import { errorShapes } from "../../contract/error-shapes.ts"
import { failuresOf } from "../../contract/failures.ts"
import { rows } from "../../contract/table.ts"
import { tags } from "../../contract/tags.ts"
import { ERROR_EXAMPLES, ERROR_NAMES } from "./error-names.ts"
import { JsonSchemas } from "./json-schema.ts"
import { describeOperation, usualFailures } from "./operation.ts"
import { withoutRecursion } from "./without-recursion.ts"
import { type DocumentOptions, headOf, pathsOf } from "./writer.ts"

const DESCRIPTION = `The public REST API as Hexarium emulates it. Every operation accepts and returns JSON unless stated otherwise.

In request bodies, unknown properties are ignored. A known property that is \`null\` counts as absent, and so does \`""\` for an optional ID.
Path IDs of applications, datastores, fields, actions, groups and roles may be internal or display IDs.`

export interface ApiDocumentOptions extends DocumentOptions {
  /** Whether schemas that refer to themselves describe only one level. Default: false. */
  readonly isFlat?: boolean
}

/** Returns the URL of the folder that a requested document is in. */
export const folderUrl = (url: string): string => url.replace(/\/[^/?]*(?:\?.*)?$/, "")

/**
 * Returns the OpenAPI 3.1 document of the contract table. Each operation has one path; its description lists its other
 * paths (api.md section 0).
 */
export function openApiDocument({ version, server = "", isFlat = false }: ApiDocumentOptions): object {
  const schemas = new JsonSchemas()
  const paths = pathsOf(
    rows.map(([name, row]) => ({
      method: row.method,
      path: row.paths[0],
      describe: (parameters) => describeOperation({ schemas, row, name, failures: failuresOf(row), parameters }),
    })),
  )
  const errors = Object.entries(ERROR_NAMES).map(([shape, name]) => [
    name,
    {
      ...schemas.ofOutput(errorShapes[shape as ErrorShape]()),
      examples: [ERROR_EXAMPLES[shape as ErrorShape]],
    },
  ])
  const document = {
    ...headOf("Hexarium", version, DESCRIPTION),
    servers: serversAt(server),
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(
        [...Object.entries(schemas.components), ...errors].sort(([left], [right]) =>
          String(left) < String(right) ? -1 : 1,
        ),
      ),
      responses: usualFailures(rows.map(([, row]) => failuresOf(row))),
      securitySchemes: {
        token: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "The token that Login returns" },
      },
    },
  }
  return isFlat ? withoutRecursion(document) : document
}

/** Returns the server for the world `main`. If the URL is known, also returns the server for any world. */
function serversAt(url: string): object[] {
  const main = { url: `${url}/api/v0`, description: "The world main" }
  // Validators refuse variables in a path without host.
  if (url === "") return [main]
  // The variable has no description, because many validators misspell that property of OpenAPI 3.1.
  const variables = { world: { default: "main" } }
  return [main, { url: `${url}/w/{world}/api/v0`, description: "Any world of the server", variables }]
}

/** Returns the text that `hexarium openapi` prints. */
export const openApiText = (options: ApiDocumentOptions): string =>
  `${JSON.stringify(openApiDocument(options), null, 2)}\n`
