interface SortingBody {
  readonly sort_fields?: readonly { readonly id: string; readonly order?: "asc" | "desc" | undefined }[] | undefined
  readonly sort_field_id?: string | undefined
  readonly sort_order?: "asc" | "desc" | undefined
}

/** `sort_fields` wins over `sort_field_id`; none at all leaves the default order. */
export const sortsOf = ({ sort_fields: several = [], sort_field_id: id, sort_order: order }: SortingBody) =>
  several.length > 0 || id === undefined ? several : [{ id, order }]
