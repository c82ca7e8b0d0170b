import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { ask } from "../api/control.ts"
import { addressOf, worldName } from "../state/address.ts"
import { useResource } from "../state/resource.ts"
import { previewTexts } from "../texts/preview.ts"
import { Effects } from "./effects.tsx"
import { Failure } from "./notice.tsx"
import { Shown } from "./shown.tsx"

interface PreviewProps {
  /** What the form would write. A preview of an earlier value disappears. */
  readonly of: unknown
  /** Sends the form as a dry run. Resolves with the ID of the dry run in the request log. */
  run(): Promise<string>
  /** Shows the refusal of the dry run. Default: the error below the button. */
  readonly onRefused?: (error: unknown) => void
}

/** Button that shows what a form would change, without a change (insight.md section 3). */
export function Preview({ of, run, onRefused }: PreviewProps) {
  const t = previewTexts()
  const id = useSignal<string | undefined>(undefined)
  const failure = useSignal<unknown>(undefined)
  const isBusy = useSignal(false)
  useEffect(() => {
    id.value = undefined
    failure.value = undefined
  }, [of])
  const show = async () => {
    id.value = undefined
    failure.value = undefined
    isBusy.value = true
    try {
      id.value = await run()
    } catch (error) {
      if (onRefused === undefined) failure.value = error
      else onRefused(error)
    }
    isBusy.value = false
  }
  return (
    <>
      <button type="button" class="button" disabled={isBusy.value} onClick={() => void show()}>
        {t.preview}
      </button>
      {failure.value === undefined ? null : <Failure error={failure.value} />}
      {id.value === undefined ? null : <PreviewOf key={id.value} id={id.value} />}
    </>
  )
}

/** Shows the effects of a dry run. */
export function PreviewOf({ id }: { readonly id: string }) {
  const t = previewTexts()
  const w = worldName.value
  const entry = useResource(`preview ${w} ${id}`, (signal) =>
    ask("GET /worlds/:w/requests/:id", { params: { w, id }, signal }),
  )
  return (
    <section class="stack preview" role="status" aria-label={t.preview}>
      <h3>{t.wouldChange}</h3>
      <Shown of={entry}>
        {({ effects, webhooks }) => (
          <>
            <Effects effects={effects} />
            {webhooks.length === 0 ? null : (
              <ul class="plain-list">
                {webhooks.map(({ url }, at) => (
                  <li key={at}>
                    {t.wouldSend} <code>{url}</code>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Shown>
      <a href={addressOf("requests", [id])}>{t.wholeRun}</a>
    </section>
  )
}
