import type { Signal } from "@preact/signals"

interface NumberFieldProps {
  readonly id: string
  readonly label: string
  readonly value: Signal<string>
  readonly min?: number
  readonly max?: number
  readonly step?: string
}

export const NumberField = ({ id, label, value, min = 0, max, step = "1" }: NumberFieldProps) => (
  <div class="field">
    <label for={id}>{label}</label>
    <input
      id={id}
      type="number"
      required
      min={min}
      max={max}
      step={step}
      value={value.value}
      onInput={({ currentTarget }) => {
        value.value = currentTarget.value
      }}
    />
  </div>
)

/** Returns the value of a JSON text, which may be blank; false if the text is not JSON. */
export function jsonIn(text: string): { readonly value: unknown } | false {
  if (text.trim() === "") return { value: undefined }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return false
  }
}
