import { useSignal } from "@preact/signals"
import { useId } from "preact/hooks"
import { fieldTexts } from "../../texts/fields.ts"
import { Preview } from "../preview.tsx"
import { FieldControl } from "./control.tsx"
import { type Draft, type Field, inputOf, isList, isSame, isWritable } from "./field.ts"
import { type Refusal, refusalOf } from "./refusal.ts"

export interface FieldRule {
  readonly mandatory: boolean
  readonly update: boolean
  readonly show: boolean
}

export interface FieldFormProps {
  readonly fields: readonly Field[]
  /** Rules of the action, by the field's display ID. */
  readonly rules: ReadonlyMap<string, FieldRule>
  readonly first: ReadonlyMap<string, Draft>
  readonly names?: ReadonlyMap<string, string>
  /** Display IDs of the fields that contain at most one user. */
  readonly singles: ReadonlySet<string>
  readonly submit: string
  /** Sends the changed values, by display ID. If the promise rejects, the form shows the errors at their fields. */
  onSend(values: Record<string, unknown>): Promise<void>
  /** Sends the changed values as a dry run. Resolves with the ID of the dry run in the request log. */
  onPreview(values: Record<string, unknown>): Promise<string>
}

export function FieldForm({ fields, rules, first, names, singles, submit, onSend, onPreview }: FieldFormProps) {
  const t = fieldTexts()
  const id = useId()
  const drafts = useSignal<ReadonlyMap<string, Draft>>(first)
  const refusal = useSignal<Refusal | undefined>(undefined)
  const isBusy = useSignal(false)
  const shown = fields.filter(
    (field) =>
      isWritable(field) && rules.get(field.display_id)?.show !== false && rules.get(field.display_id)?.update !== false,
  )
  const changedValues = () =>
    Object.fromEntries(
      shown.flatMap((field) => {
        const draft = drafts.peek().get(field.display_id)
        const before = first.get(field.display_id) ?? (isList(field) ? [] : "")
        return draft === undefined || isSame(draft, before) ? [] : [[field.display_id, inputOf(field, draft)]]
      }),
    )
  const refuse = async (error: unknown) => {
    refusal.value = await refusalOf(error, fields)
  }
  const send = async (event: Event) => {
    event.preventDefault()
    isBusy.value = true
    refusal.value = undefined
    await onSend(changedValues()).catch(refuse)
    isBusy.value = false
  }
  return (
    <form class="form" noValidate onSubmit={(event) => void send(event)}>
      {shown.map((field) => {
        const error = refusal.value?.fields.get(field.display_id)
        const isMandatory = rules.get(field.display_id)?.mandatory === true
        return (
          <div class="field" key={field.display_id}>
            <label for={`${id}-${field.display_id}`}>
              {field.name} {isMandatory ? <span class="hint">({t.mandatory})</span> : null}
              {field.dataType === "datetime" ? <span class="hint"> {t.utc}</span> : null}
            </label>
            <FieldControl
              id={`${id}-${field.display_id}`}
              field={field}
              draft={drafts.value.get(field.display_id) ?? (isList(field) ? [] : "")}
              isMandatory={isMandatory}
              isSingle={singles.has(field.display_id)}
              error={error}
              names={names}
              onChange={(draft) => {
                drafts.value = new Map(drafts.peek()).set(field.display_id, draft)
              }}
            />
            {error === undefined ? null : (
              <p class="field-error" id={`${id}-${field.display_id}-error`}>
                {error}
              </p>
            )}
          </div>
        )
      })}
      {refusal.value?.rest === undefined ? null : (
        <div class="notice bad" role="alert">
          <p>{refusal.value.rest}</p>
        </div>
      )}
      <div class="tools">
        <button type="submit" class="button primary" disabled={isBusy.value}>
          {submit}
        </button>
        <Preview
          of={drafts.value}
          run={() => {
            refusal.value = undefined
            return onPreview(changedValues())
          }}
          onRefused={(error) => void refuse(error)}
        />
      </div>
    </form>
  )
}
