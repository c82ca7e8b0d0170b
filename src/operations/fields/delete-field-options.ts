import * as z from "zod"
import { requireWritableField } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { removeOptions } from "../../fields/index.ts"
import { invalidParams } from "../../model/index.ts"
import { list } from "../../model/input/index.ts"
import { anyField } from "../places.ts"

/** Deletes options of a field. (api.md section 16) */
export const deleteFieldOptions = command({
  name: "DeleteFieldOptions",
  summary: "Deletes options of a field",
  input: () => ({ ...anyField(), options: list(z.string()).describe("The options, by display or internal ID") }),
  place: ["application", "datastore", "field"],
  authorize: requireWritableField,
  execute(tx, { granted: { datastore, field } }, { options }): void {
    if (!("options" in field)) throw invalidParams(`a field of type ${field.dataType} has no options`)
    removeOptions(tx, datastore, field, options)
  },
})
