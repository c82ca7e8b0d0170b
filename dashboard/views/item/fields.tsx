import type { Person } from "../../api/person.ts"
import { addressOfItem, type Datastore } from "../../items/datastore.ts"
import type { Details } from "../../items/details.ts"
import type { FieldSettings } from "../../items/field-settings.ts"
import { save } from "../../parts/download.ts"
import { appearanceOf } from "../../parts/fields/data-types.ts"
import { type FieldValue, isMany, shownValue } from "../../parts/fields/field.ts"
import { Badge } from "../../parts/notice.tsx"
import { Time } from "../../parts/time.tsx"
import { attempt } from "../../state/undo.ts"
import { fieldTexts } from "../../texts/fields.ts"
import { itemTexts } from "../../texts/item.ts"

interface Props {
  readonly details: Details
  /** Settings of the datastore's fields, by display ID. */
  readonly settings: ReadonlyMap<string, FieldSettings>
  readonly datastores: readonly Datastore[]
  readonly person: Person
}

export function Fields(props: Props) {
  return (
    <dl class="facts card-body">
      {Object.entries(props.details.field_values).map(([id, field]) => (
        <FieldRow key={field.field_id} name={field.field_name}>
          {shownField(field.dataType, field.value, props.settings.get(id)?.options ?? [], props)}
        </FieldRow>
      ))}
    </dl>
  )
}

function FieldRow({ name, children }: { readonly name: string; readonly children: preact.ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd class="wrap">{children}</dd>
    </>
  )
}

function shownField(
  dataType: string,
  value: FieldValue,
  options: NonNullable<FieldSettings["options"]>,
  { details, datastores, person }: Props,
) {
  if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0))
    return <span class="soft">{fieldTexts().nothing}</span>
  const { control } = appearanceOf({ dataType })
  if (dataType === "status")
    return <Badge tone="accent">{details.status_list[String(value)]?.status_name ?? String(value)}</Badge>
  if (control === "datetime") return <Time at={String(value)} />
  if (control === "date") return String(value).slice(0, 10)
  if (control === "lookup" && typeof value === "object" && !isMany(value) && "d_id" in value && "title" in value) {
    const target = datastores.find(({ d_id }) => d_id === value.d_id)
    const id = value.item_id
    return target === undefined || id === null ? (
      value.title
    ) : (
      <a href={addressOfItem(target, id)}>{value.title || id}</a>
    )
  }
  if (options.length > 0) {
    const nameOf = (id: unknown) => options.find(({ display_id }) => display_id === id)?.value ?? String(id)
    return (isMany(value) ? value : [value]).map(nameOf).join(", ")
  }
  if (control === "files") return <FileLinks value={value} person={person} />
  return shownValue(value)
}

function FileLinks({ value, person }: { readonly value: FieldValue; readonly person: Person }) {
  const files = (isMany(value) ? value : [value]).filter(
    (file) => typeof file === "object" && file !== null && "file_id" in file && "filename" in file,
  )
  const download = (file_id: string, name: string) =>
    attempt(async () => {
      const { bytes } = await person.look.getFile({ params: { "file-id": file_id } })
      save(name, "application/octet-stream", bytes)
    })
  return (
    <span class="tools">
      {files.map((file) =>
        typeof file === "object" && "filename" in file ? (
          <button
            key={file.file_id}
            type="button"
            class="button small"
            aria-label={itemTexts().download(file.filename)}
            onClick={() => void download(file.file_id, file.filename)}
          >
            <span class="cut">{file.filename}</span>
          </button>
        ) : null,
      )}
    </span>
  )
}
