const invalidNumber = { shape: "errorsWithResult", code: "INVALID_PARAMS" } as const

const unknownPlace = {
  ...invalidNumber,
  description: "invalid fieldID in the datastore",
  error: "could not find field for {field-id}",
  referenceId: "f_id:{field-id}",
} as const

export const autoNumberErrors = { place: unknownPlace, target: invalidNumber, params: invalidNumber } as const
