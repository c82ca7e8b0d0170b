import { useSignal } from "@preact/signals"
import { ask } from "../../api/control.ts"
import { send } from "../../api/send.ts"
import { Json } from "../../parts/json.tsx"
import { Status } from "../../parts/outcome.tsx"
import { worldName } from "../../state/address.ts"
import { addressOfSection } from "../../state/causes.ts"
import { type Explanation, stepText, type Way, wayText } from "../../state/explanations.ts"
import { useNames } from "../../state/names.ts"
import { attempt, withUndo } from "../../state/undo.ts"
import { explanationTexts } from "../../texts/explanations.ts"
import { reasonTexts } from "../../texts/reasons.ts"
import type { Entry } from "./entry.ts"

/** Shows on request why the server refused a request, step by step, and how it would succeed. */
export function Explained({ entry }: { readonly entry: Entry }) {
  const t = explanationTexts()
  const explanation = useSignal<Explanation | undefined>(undefined)
  const explain = async (): Promise<void> => {
    const params = { w: worldName.peek(), id: entry.id }
    explanation.value = await ask("GET /worlds/:w/requests/:id/explanation", { params })
  }
  return (
    <details
      class="explanation"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && explanation.value === undefined) void attempt(explain)
      }}
    >
      <summary>{t.title}</summary>
      {explanation.value === undefined ? <p class="soft">{t.busy}</p> : <Found of={explanation.value} entry={entry} />}
    </details>
  )
}

function Found({ of, entry }: { readonly of: Explanation; readonly entry: Entry }) {
  const t = explanationTexts()
  useNames()
  return (
    <>
      <ol class="plain-list" aria-label={t.steps}>
        {of.steps.map((step) => (
          <li key={step.says}>
            {step.passed ? "✓" : "✕"} {stepText(step)}{" "}
            {step.passed ? null : (
              <a href={addressOfSection(step.section)} target="_blank" rel="noreferrer">
                {reasonTexts().rule(step.section)}
              </a>
            )}
          </li>
        ))}
      </ol>
      {of.ways.length === 0 ? null : <h3>{t.ways}</h3>}
      <ul class="plain-list" aria-label={t.ways}>
        {of.ways.map((way) => (
          <li key={way.says}>
            <ShownWay way={way} entry={entry} />
          </li>
        ))}
      </ul>
      <p class="soft">
        {of.current ? t.onCurrent(of.version) : t.onPast(of.version)} {of.note === undefined ? null : t.note(of.note)}
      </p>
    </>
  )
}

/** Shows a way with its requests, and a button that does it in the world. */
function ShownWay({ way, entry }: { readonly way: Way; readonly entry: Entry }) {
  const t = explanationTexts()
  const status = useSignal<number | undefined>(undefined)
  const requests = [...(way.change ?? []), ...(way.request === undefined ? [] : [way.request])]
  const again = { method: entry.method, path: entry.path, body: entry.request ?? undefined }
  const act = async (): Promise<void> => {
    const world = worldName.peek()
    for (const { method, path, as, body } of way.change ?? []) await sendShown(world, as ?? "", { method, path, body })
    const user = way.request === undefined ? (entry.user ?? "") : (way.request.as ?? "")
    status.value = (await sendShown(world, user, way.request ?? again)).status
  }
  return (
    <>
      <details>
        <summary>{wayText(way)}</summary>
        <Json value={requests} label={t.requests} />
      </details>{" "}
      <button
        type="button"
        class="button small"
        aria-label={t.act(wayText(way))}
        onClick={() => void attempt(() => withUndo(wayText(way), act))}
      >
        {t.actShort}
      </button>{" "}
      <span role="status">{status.value === undefined ? null : <Status status={status.value} />}</span>
    </>
  )
}

interface ShownRequest {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

const sendShown = (world: string, user: string, { method, path, body }: ShownRequest) =>
  send(world, user, { method, path, body: body === undefined ? undefined : JSON.stringify(body) })
