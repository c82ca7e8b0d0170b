import type { InputType } from "./data-types.ts"

interface Props {
  readonly inputType: InputType
  readonly id: string
  readonly value: string
  onInput(value: string): void
  readonly "aria-invalid"?: boolean
  readonly "aria-describedby"?: string | undefined
  readonly "aria-required"?: boolean | undefined
}

export function TypedInput({ inputType, onInput, ...rest }: Props) {
  const on = {
    onInput: (event: InputEvent) =>
      onInput(event.currentTarget instanceof HTMLInputElement ? event.currentTarget.value : ""),
  }
  switch (inputType) {
    case "number":
      return <input type="number" step="any" {...rest} {...on} />
    case "date":
      return <input type="date" {...rest} {...on} />
    case "datetime":
      return <input type="datetime-local" step="1" {...rest} {...on} />
    case "time":
      return <input type="time" step="1" {...rest} {...on} />
    case "text":
      return <input type="text" {...rest} {...on} />
  }
}
