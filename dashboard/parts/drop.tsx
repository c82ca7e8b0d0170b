import { useSignal } from "@preact/signals"
import type { ComponentChildren } from "preact"

interface Props {
  /** The button by which files are chosen instead of dropped. */
  readonly choose: string
  readonly id?: string
  readonly isSmall?: boolean
  readonly children?: ComponentChildren
  onFiles(files: readonly File[]): void
}

/** Takes files that are dropped or chosen. */
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
            // The same file may be chosen again.
            currentTarget.value = ""
          }}
        />
      </label>
    </div>
  )
}
