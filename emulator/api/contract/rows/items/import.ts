import * as z from "zod"
import { getImportResults, importItems } from "../../../../../src/operations/list.ts"
import { parseItems } from "../../../csv/items.ts"
import { row } from "../../declared-row.ts"
import { answer, answerOf, integer, lazy, listOf } from "../../shapes.ts"

/** Operations that import items (api.md sections 21.1 and 21.2). */
export const importRows = {
  importItems: row(importItems, "post /applications/:app-id/datastores/:datastore-id/import", {
    file: "A CSV file whose header has display IDs of fields",
    wire: { header: null, rows: null, keyField: "key_field_displayid" },
    wireOnly: () => ({ filename: z.string().describe("Name of the file; has no effect").optional() }),
    toInput: ({ file }) => parseItems(file.bytes),
    answer: answerOf(() => ({
      temp_datastore_id: z.string().describe("ID of the import for GetImportResults"),
      stream_id: z.string().describe("ID of the task that carries out the request"),
    })),
    present: ({ tempDId, streamId }) => ({ temp_datastore_id: tempDId, stream_id: streamId }),
  }),
  getImportResults: row(getImportResults, "get /datastores/:datastore-id/import/:temp-datastore-id", {
    answer: lazy(() =>
      z.union([
        z.null(),
        answer({
          errors: listOf("Rows that were not imported", {
            description: z.string().describe("Explanatory text"),
            line: integer().describe("Line of the file, counted from 1"),
          }),
        }),
      ]),
    ),
    present: ({ isFinished, errors }) =>
      isFinished && errors.length === 0
        ? null
        : { errors: errors.map(({ description, line }) => ({ description, line })) },
  }),
} as const
