import { useSignal } from "@preact/signals"
import type { ComponentChildren } from "preact"

interface Props {
  /** Label of the button that opens a file dialog. */
  readonly choose: string
  readonly id?: string
  readonly isSmall?: boolean
  readonly children?: ComponentChildren
  onFiles(files: readonly File[]): void
}

export function Drop({ choose, id, isSmall = false, children, onFiles }: Props) {
  const isOver = useSignal(false)
  return (
    <div
      class={isOver.value ? "drop over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault()
        isOver.value = true
      }}
      onDragLeave={() => {
        isOver.value = false
      }}
      onDrop={(event) => {
        event.preventDefault()
        isOver.value = false
        onFiles([...(event.dataTransfer?.files ?? [])])
      }}
    >
      {children}
      <label class={isSmall ? "button small" : "button"}>
        {choose}
        <input
          id={id}
          class="unseen"
          type="file"
          multiple
          onChange={({ currentTarget }) => {
            onFiles([...(currentTarget.files ?? [])])
            // Clears the input, because otherwise choosing the same file again causes no event.
            currentTarget.value = ""
          }}
        />
      </label>
    </div>
  )
}
