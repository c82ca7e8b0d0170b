const refused = { shape: "errorsWithResult", code: "INVALID_PARAMS" } as const

/** What a wrong application or datastore is answered with. */
const unknownPlace = {
  ...refused,
  description: "invalid fieldID in the datastore",
  error: "could not find field for {field-id}",
  referenceId: "f_id:{field-id}",
} as const

/** The answers to refusals of both operations on counters. */
export const autoNumberErrors = { place: unknownPlace, target: refused, params: refused } as const
