import { type Signal, useSignal } from "@preact/signals"
import { faultTexts } from "../../texts/faults.ts"
import { jsonIn, NumberField } from "./inputs.tsx"
import type { FaultWish } from "./kinds.ts"

type Given = Pick<FaultWish, "match" | "nth" | "probability" | "headers">

/** Form fields that decide which requests a fault affects, and the headers of the response. */
interface ConditionFields {
  readonly user: Signal<string>
  readonly path: Signal<string>
  readonly query: Signal<string>
  readonly body: Signal<string>
  readonly headers: Signal<string>
  readonly nth: Signal<string>
  readonly probability: Signal<string>
  /** Whether a field has a text that is not JSON. */
  readonly isBad: Signal<boolean>
  /** Returns the conditions; false if a field has a text that is not JSON. */
  read(): Given | false
}

export function useConditions(): ConditionFields {
  const fields = {
    user: useSignal(""),
    path: useSignal(""),
    query: useSignal(""),
    body: useSignal(""),
    headers: useSignal(""),
    nth: useSignal("1"),
    probability: useSignal("1"),
    isBad: useSignal(false),
  }
  return { ...fields, read: () => readConditions(fields) }
}

function readConditions(fields: Omit<ConditionFields, "read">): Given | false {
  const query = jsonIn(fields.query.value)
  const body = jsonIn(fields.body.value)
  const headers = jsonIn(fields.headers.value)
  fields.isBad.value = query === false || body === false || headers === false
  if (query === false || body === false || headers === false) return false
  const match = {
    ...(fields.user.value === "" ? {} : { user: fields.user.value }),
    ...(fields.path.value === "" ? {} : { path: fields.path.value }),
    ...(query.value === undefined ? {} : { query: query.value as Record<string, string> }),
    ...(body.value === undefined ? {} : { body: body.value as Record<string, unknown> }),
  }
  return {
    ...(Object.keys(match).length === 0 ? {} : { match }),
    ...(fields.nth.value === "1" ? {} : { nth: Number(fields.nth.value) }),
    ...(fields.probability.value === "1" ? {} : { probability: Number(fields.probability.value) }),
    ...(headers.value === undefined ? {} : { headers: headers.value as Record<string, string> }),
  }
}

export function Conditions({ of: fields }: { readonly of: ConditionFields }) {
  const t = faultTexts()
  return (
    <details>
      <summary>{t.conditions}</summary>
      <TextField id="fault-user" label={t.matchUser} value={fields.user} />
      <TextField id="fault-path" label={t.matchPath} value={fields.path} />
      <TextField id="fault-query" label={t.matchQuery} value={fields.query} />
      <TextField id="fault-match-body" label={t.matchBody} value={fields.body} />
      <NumberField id="fault-nth" label={t.nth} value={fields.nth} min={1} />
      <NumberField id="fault-probability" label={t.probability} value={fields.probability} max={1} step="any" />
      <TextField id="fault-headers" label={t.headers} value={fields.headers} />
      {fields.isBad.value ? <span class="field-error">{t.notJson}</span> : null}
    </details>
  )
}

interface TextFieldProps {
  readonly id: string
  readonly label: string
  readonly value: Signal<string>
}

const TextField = ({ id, label, value }: TextFieldProps) => (
  <div class="field">
    <label for={id}>{label}</label>
    <input
      id={id}
      value={value.value}
      onInput={({ currentTarget }) => {
        value.value = currentTarget.value
      }}
    />
  </div>
)
