import type { Datastore, Field } from "../../model/records/index.ts"
import { fieldTypeOf } from "../types/registry.ts"

const countsAsTitle = (field: Field): boolean => field.asTitle && fieldTypeOf(field).mayBeTitle

/** Whether the field is the datastore's only title field. Fields of types that can't be part of a title do not count (api.md section 16). */
export const isLastTitleField = ({ fields }: Datastore, field: Field): boolean =>
  countsAsTitle(field) && !fields.some((other) => other.fId !== field.fId && countsAsTitle(other))
