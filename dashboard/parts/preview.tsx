import { useSignal } from "@preact/signals"
import { useEffect, useRef } from "preact/hooks"
import { ask } from "../api/control.ts"
import { addressOf, worldName } from "../state/address.ts"
import { explainedReason } from "../state/reason.ts"
import { useResource } from "../state/resource.ts"
import { previewTexts } from "../texts/preview.ts"
import { Effects } from "./effects.tsx"
import { Failure } from "./notice.tsx"
import { Shown } from "./shown.tsx"

interface PreviewProps {
  /** The form or the state that the preview depends on. The preview disappears when it changes. */
  readonly of: unknown
  /** Sends dry runs. Resolves with their IDs in the request log. */
  run(): Promise<string | readonly string[]>
  /** Shows the refusal of the dry run. Default: the error below the button. */
  readonly onRefused?: (error: unknown) => void
  /** Name of the button whose effect is shown. Omit for the button of a form. */
  readonly name?: string
}

/** Button that shows what a form or another button would change, without a change (insight.md section 3). */
export function Preview({ of, run, onRefused, name }: PreviewProps) {
  const t = previewTexts()
  const ids = useSignal<readonly string[]>([])
  const failure = useSignal<Error | undefined>(undefined)
  const isBusy = useRef(false)
  const clear = () => {
    ids.value = []
    failure.value = undefined
  }
  useEffect(clear, [of])
  const latest = useRef(of)
  latest.current = of
  // The button stays enabled during a dry run, because a disabled button loses the focus.
  const show = async () => {
    if (isBusy.current) return
    isBusy.current = true
    clear()
    // The value may change during the dry run.
    const isCurrent = () => latest.current === of
    try {
      const found = [await run()].flat()
      if (isCurrent()) ids.value = found
    } catch (error) {
      const reason = onRefused === undefined ? await explainedReason(error) : undefined
      if (isCurrent()) {
        if (reason === undefined) onRefused?.(error)
        else failure.value = new Error(reason)
      }
    }
    isBusy.current = false
  }
  return (
    <>
      <button
        type="button"
        class={name === undefined ? "button" : "button plain small"}
        aria-label={name === undefined ? undefined : t.previewOf(name)}
        onClick={() => void show()}
      >
        {t.preview}
      </button>
      {failure.value === undefined ? null : <Failure error={failure.value} />}
      {ids.value.map((id) => (
        <PreviewOf key={id} id={id} />
      ))}
    </>
  )
}

/** Marks a dry run among the requests of the log. */
export const DryRunBadge = ({ of }: { readonly of: { readonly dry_run?: true | undefined } }) =>
  of.dry_run === true ? <span class="badge">{previewTexts().dryRun}</span> : null

/** Shows the effects of a dry run. */
export function PreviewOf({ id }: { readonly id: string }) {
  const t = previewTexts()
  const w = worldName.value
  const entry = useResource(`preview ${w} ${id}`, (signal) =>
    ask("GET /worlds/:w/requests/:id", { params: { w, id }, signal }),
  )
  return (
    <section class="stack preview" role="status" aria-label={t.preview}>
      <strong>{t.wouldChange}</strong>
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
