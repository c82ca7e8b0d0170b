interface Props {
  readonly dataType: string
  readonly id: string
  readonly value: string
  onInput(value: string): void
  readonly "aria-invalid"?: boolean
  readonly "aria-describedby"?: string | undefined
  readonly "aria-required"?: boolean | undefined
}

export function TypedInput({ dataType, onInput, ...rest }: Props) {
  const on = {
    onInput: (event: InputEvent) =>
      onInput(event.currentTarget instanceof HTMLInputElement ? event.currentTarget.value : ""),
  }
  switch (dataType) {
    case "number":
      return <input type="number" step="any" {...rest} {...on} />
    case "date":
      return <input type="date" {...rest} {...on} />
    case "datetime":
      return <input type="datetime-local" step="1" {...rest} {...on} />
    case "time":
      return <input type="time" step="1" {...rest} {...on} />
    default:
      return <input type="text" {...rest} {...on} />
  }
}
