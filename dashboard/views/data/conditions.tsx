import { useSignal } from "@preact/signals"
import { type Condition, conditionsIn } from "../../items/list.ts"
import { appearanceOf } from "../../parts/fields/data-types.ts"
import { type Field, textToSend } from "../../parts/fields/field.ts"
import { TypedInput } from "../../parts/fields/typed-input.tsx"
import { go, withQuery } from "../../state/address.ts"
import { dataTexts } from "../../texts/data.ts"

/** Shows a list's conditions and a form to add one. `where` contains them in the API's format. */
export function Conditions({ fields, where }: { readonly fields: readonly Field[]; readonly where: string }) {
  const t = dataTexts()
  const conditions = conditionsIn(where)
  const change = (next: readonly Condition[]) =>
    go(withQuery({ where: next.length === 0 ? null : JSON.stringify(next) }), "replace")
  return (
    <>
      <details class="menu">
        <summary class="button">{t.conditions}</summary>
        <div class="menu-body">
          <Add fields={fields} onAdd={(condition) => change([...conditions, condition])} />
        </div>
      </details>
      {conditions.map((condition, at) => (
        <span key={`${at}`} class="badge accent">
          {inWords(condition, fields, t)}{" "}
          <button
            type="button"
            class="in-badge"
            aria-label={`${t.remove}: ${inWords(condition, fields, t)}`}
            onClick={() => change(conditions.filter((_, other) => other !== at))}
          >
            ✕
          </button>
        </span>
      ))}
    </>
  )
}

function inWords(
  { id = "", search_value = [], not_match }: Condition,
  fields: readonly Field[],
  t: ReturnType<typeof dataTexts>,
): string {
  const field = fields.find(({ display_id }) => display_id === id)
  const values = search_value.map(
    (value) => field?.options?.find(({ display_id }) => display_id === value)?.value ?? value ?? "…",
  )
  const isRange = field !== undefined && appearanceOf(field).search === "range"
  return `${field?.name ?? id}${not_match === true ? ` ${t.not}` : ""}: ${values.join(isRange ? " – " : ", ")}`
}

function Add({ fields, onAdd }: { readonly fields: readonly Field[]; onAdd(condition: Condition): void }) {
  const t = dataTexts()
  const searchable = fields.filter((one) => appearanceOf(one).search !== "none")
  const chosen = useSignal("")
  const value = useSignal("")
  const to = useSignal("")
  const isExact = useSignal(false)
  const isNot = useSignal(false)
  const field = searchable.find(({ display_id }) => display_id === chosen.value) ?? searchable[0]
  if (field === undefined) return null
  const isRange = appearanceOf(field).search === "range"
  const submit = (event: Event) => {
    event.preventDefault()
    const from = textToSend(field, value.value)
    // With exact_match, a second element would make a range of it.
    const isSingle = isExact.value && from !== null && to.value === ""
    const values = !isRange ? [value.value] : isSingle ? [from] : [from, textToSend(field, to.value)]
    onAdd({
      id: field.display_id,
      search_value: values,
      ...(isExact.value ? { exact_match: true } : {}),
      ...(isNot.value ? { not_match: true } : {}),
    })
    value.value = ""
    to.value = ""
  }
  const { control } = appearanceOf(field)
  const inputType = control === "date" || control === "datetime" ? control : "text"
  return (
    <form class="form" onSubmit={submit}>
      <div class="field">
        <label for="condition-field">{t.field}</label>
        <select
          id="condition-field"
          value={field.display_id}
          onChange={({ currentTarget }) => {
            chosen.value = currentTarget.value
          }}
        >
          {searchable.map(({ display_id, name }) => (
            <option key={display_id} value={display_id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="condition-value">{isRange ? t.from : t.value}</label>
        {appearanceOf(field).search === "options" ? (
          <select
            id="condition-value"
            value={value.value}
            onChange={({ currentTarget }) => {
              value.value = currentTarget.value
            }}
          >
            <option value="" />
            {(field.options ?? []).map((option) => (
              <option key={option.display_id} value={option.display_id}>
                {option.value}
              </option>
            ))}
          </select>
        ) : (
          <TypedInput
            id="condition-value"
            inputType={inputType}
            value={value.value}
            onInput={(text) => {
              value.value = text
            }}
          />
        )}
      </div>
      {isRange ? (
        <div class="field">
          <label for="condition-to">{t.to}</label>
          <TypedInput
            id="condition-to"
            inputType={inputType}
            value={to.value}
            onInput={(text) => {
              to.value = text
            }}
          />
        </div>
      ) : null}
      <span class="checks">
        <label class="check">
          <input
            type="checkbox"
            checked={isExact.value}
            onChange={({ currentTarget }) => {
              isExact.value = currentTarget.checked
            }}
          />
          {t.exact}
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={isNot.value}
            onChange={({ currentTarget }) => {
              isNot.value = currentTarget.checked
            }}
          />
          {t.not}
        </label>
      </span>
      <button type="submit" class="button">
        {t.addCondition}
      </button>
    </form>
  )
}
