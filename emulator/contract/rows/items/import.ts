import * as z from "zod"
import { row } from "../../row.ts"
import { answer, formBoolean, integer, lazy, optionalId } from "../../shapes.ts"

/** api.md sections 21.1 and 21.2: import of items. */
export const importRows = {
  importItems: row({
    method: "post",
    paths: ["/applications/:app-id/datastores/:datastore-id/import"],
    tag: "import",
    summary: "Create, update and delete items by a CSV file",
    auth: "token",
    form: lazy(() =>
      z.object({
        filename: z.string().optional(),
        key_field_displayid: optionalId(),
        replace_all: formBoolean(),
        append: formBoolean(),
        overwrite_autonumber: formBoolean(),
        validate: formBoolean(),
        no_queue: formBoolean(),
      }),
    ),
    file: "file",
    answer: lazy(() => answer({ temp_datastore_id: z.string(), stream_id: z.string() })),
    source: "docs",
  }),
  getImportResults: row({
    method: "get",
    paths: ["/datastores/:datastore-id/import/:temp-datastore-id"],
    tag: "import",
    summary: "The failures of an import, null when there was none",
    auth: "token",
    answer: lazy(() =>
      z.union([z.null(), answer({ errors: z.array(answer({ description: z.string(), line: integer() })) })]),
    ),
    source: "docs",
  }),
} as const
