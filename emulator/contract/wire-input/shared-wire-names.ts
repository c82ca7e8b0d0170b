/** Irregular wire names of properties in schemas that operations share, by the schema's name. */
export const SHARED_WIRE_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  RelatedEntry: { itemId: "i_id" },
}
