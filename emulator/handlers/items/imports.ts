import { operations } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { parseItems } from "../../csv/items.ts"
import { handle } from "../../http/handle.ts"
import { datastorePlace } from "./item-place.ts"

export const importHandlers = {
  importItems: handle(table.importItems, operations.importItems, {
    placeProperties: ["replace_all"],
    where: (params, inBody) => ({ ...datastorePlace(params), replaceAll: inBody?.replace_all === true }),
    input: async ({ form, file }, where) => ({
      ...where,
      ...(await parseItems(file.bytes)),
      replaceAll: form.replace_all,
      keyField: form.key_field_displayid,
      append: form.append,
      overwriteAutonumber: form.overwrite_autonumber,
      validate: form.validate,
      noQueue: form.no_queue,
    }),
    present: ({ tempDId, streamId }) => ({ temp_datastore_id: tempDId, stream_id: streamId }),
  }),
  getImportResults: handle(table.getImportResults, operations.getImportResults, {
    where: (params) => ({ datastore: params["datastore-id"] }),
    input: ({ params }, where) => ({ ...where, tempDatastoreId: params["temp-datastore-id"] }),
    present: ({ isFinished, errors }) =>
      isFinished && errors.length === 0
        ? null
        : { errors: errors.map(({ description, line }) => ({ description, line })) },
  }),
}
