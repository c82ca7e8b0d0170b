import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { ask, ControlError } from "../../api/control.ts"
import { Drop } from "../../parts/drop.tsx"
import { Failure } from "../../parts/notice.tsx"
import { refresh } from "../../state/live.ts"
import { withUndo } from "../../state/undo.ts"
import { worldTexts } from "../../texts/worlds.ts"
import type { PlacedMistake, ReadFixture } from "./read-files.ts"

/** Replaces the world with a dropped fixture. Shows each mistake in the fixture with its location. */
export function Import({ world }: { readonly world: string }) {
  const t = worldTexts()
  const failure = useSignal<unknown>(undefined)
  const mistakes = useSignal<readonly PlacedMistake[]>([])

  const take = async (files: readonly File[]) => {
    failure.value = undefined
    mistakes.value = []
    if (files.length === 0) return
    const { readFixture } = await import("./read-files.ts")
    const read = await readFixture(files)
    if (read === undefined) failure.value = new Error(t.nothingToImport)
    else if (read.mistakes.length > 0) mistakes.value = read.mistakes
    else if (read.fixture === undefined) failure.value = new Error(t.noFixture(read.name))
    else await load(read)
  }
  // Accepts files anywhere in the view, because the list of worlds grows during a drag and would move the drop area.
  useEffect(() => {
    const over = (event: DragEvent) => event.preventDefault()
    const drop = (event: DragEvent) => {
      if (event.defaultPrevented) return
      event.preventDefault()
      void take([...(event.dataTransfer?.files ?? [])])
    }
    document.addEventListener("dragover", over)
    document.addEventListener("drop", drop)
    return () => {
      document.removeEventListener("dragover", over)
      document.removeEventListener("drop", drop)
    }
  }, [])
  const load = async (read: ReadFixture) => {
    try {
      await withUndo(t.imported, () => ask("POST /worlds/:w/import", { params: { w: world }, body: read.fixture }))
    } catch (error) {
      const found = mistakesIn(error)
      if (found.length === 0) failure.value = error
      mistakes.value = found.map((mistake) => ({ ...mistake, ...read.place(mistake.path) }))
    }
    refresh()
  }
  return (
    <section class="card" aria-label={t.import}>
      <div class="card-head">
        <h2>{t.import}</h2>
      </div>
      <div class="card-body form">
        <Drop choose={t.choose} onFiles={(files) => void take(files)}>
          <p>{t.importHint}</p>
        </Drop>
        {failure.value === undefined ? null : <Failure error={failure.value} />}
        {mistakes.value.length === 0 ? null : <Mistakes mistakes={mistakes.value} />}
      </div>
    </section>
  )
}

function Mistakes({ mistakes }: { readonly mistakes: readonly PlacedMistake[] }) {
  const t = worldTexts()
  return (
    <div>
      <p class="field-error" role="alert">
        {t.mistakes(mistakes.length)}
      </p>
      <div class="table-box" tabIndex={0} role="group" aria-label={t.mistakes(mistakes.length)}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.place}</th>
              <th scope="col">{t.path}</th>
              <th scope="col">{t.mistake}</th>
            </tr>
          </thead>
          <tbody>
            {mistakes.map(({ path, message, file, line, column, text }) => (
              <tr key={`${file} ${line} ${path} ${message}`}>
                <td>
                  {file === undefined || line === undefined || column === undefined ? null : (
                    <>
                      <span class="soft">{file}</span> {t.at(line, column)}
                    </>
                  )}
                  {text === undefined ? null : <pre class="source-line">{text}</pre>}
                </td>
                <td>
                  <code>{path}</code>
                </td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function mistakesIn(error: unknown): readonly PlacedMistake[] {
  if (!(error instanceof ControlError) || typeof error.body !== "object" || error.body === null) return []
  if (!("errors" in error.body) || !Array.isArray(error.body.errors)) return []
  return error.body.errors.filter(isMistake)
}

const isMistake = (value: unknown): value is PlacedMistake =>
  typeof value === "object" && value !== null && "path" in value && "message" in value
