import type { TypeInput } from "../fields/settings-form.ts"
import type { NameInput } from "../model/names.ts"

/** What a request says of a field (api.md section 16, CreateField and UpdateField); what is absent stays. */
export interface FieldInput extends TypeInput {
  /** A text is the name in the world's language. */
  readonly name?: NameInput | undefined
  readonly displayId?: string | undefined
  readonly search?: boolean | undefined
  readonly showList?: boolean | undefined
  readonly asTitle?: boolean | undefined
  readonly fullText?: boolean | undefined
  readonly unique?: boolean | undefined
  /** `""` = none. */
  readonly minValue?: string | number | undefined
  readonly maxValue?: string | number | undefined
  /** Whether forms leave it out. */
  readonly hideOnInput?: boolean | undefined
  readonly hideFromApi?: boolean | undefined
  readonly hasIndex?: boolean | undefined
  /** Internal or display IDs; ADMIN is added. */
  readonly roles?: readonly string[] | undefined
}

/** What a new field needs to be told. */
export interface NewField extends FieldInput {
  /** Data type, e.g. `text`. */
  readonly dataType: string
  readonly name: NameInput
}
