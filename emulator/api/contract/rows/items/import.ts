import * as z from "zod"
import { getImportResults, importItems } from "../../../../../src/inside.ts"
import { parseItems } from "../../../csv/items.ts"
import { row } from "../../declared-row.ts"
import { answer, integer, lazy } from "../../../../contract/shapes.ts"

/** api.md sections 21.1 and 21.2: import of items. */
export const importRows = {
  importItems: row(importItems, {
    method: "post",
    paths: ["/applications/:app-id/datastores/:datastore-id/import"],
    tag: "import",
    file: "file",
    wire: { header: null, rows: null, keyField: "key_field_displayid" },
    wireOnly: () => ({ filename: z.string().describe("Name of the file; has no effect").optional() }),
    toInput: ({ file }) => parseItems(file.bytes),
    answer: lazy(() => answer({ temp_datastore_id: z.string(), stream_id: z.string() })),
    present: ({ tempDId, streamId }) => ({ temp_datastore_id: tempDId, stream_id: streamId }),
    source: "docs",
  }),
  getImportResults: row(getImportResults, {
    method: "get",
    paths: ["/datastores/:datastore-id/import/:temp-datastore-id"],
    tag: "import",
    answer: lazy(() =>
      z.union([z.null(), answer({ errors: z.array(answer({ description: z.string(), line: integer() })) })]),
    ),
    present: ({ isFinished, errors }) =>
      isFinished && errors.length === 0
        ? null
        : { errors: errors.map(({ description, line }) => ({ description, line })) },
    source: "docs",
  }),
} as const
