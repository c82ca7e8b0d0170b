import { useSignal } from "@preact/signals"
import { send } from "../api/send.ts"
import { worldName } from "../state/address.ts"
import { addressOfSection } from "../state/causes.ts"
import { type Explanation, stepText, type Way, wayText } from "../state/explanations.ts"
import { useNames } from "../state/names.ts"
import { attempt, withUndo } from "../state/undo.ts"
import { explanationTexts } from "../texts/explanations.ts"
import { reasonTexts } from "../texts/reasons.ts"
import { Json } from "./json.tsx"
import { Status } from "./outcome.tsx"

interface ShownRequest {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

interface Props {
  readonly of: Explanation
  /** The explained request and its user. Ways without a request of their own send it again after their changes. */
  readonly again?: { readonly user: string; readonly request: ShownRequest } | undefined
}

/** Shows the steps of a request or a question, and the ways to success. */
export function ShownExplanation({ of, again }: Props) {
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
            <ShownWay way={way} again={again} />
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
function ShownWay({ way, again }: Pick<Props, "again"> & { readonly way: Way }) {
  const t = explanationTexts()
  const status = useSignal<number | undefined>(undefined)
  const requests = [...(way.change ?? []), ...(way.request === undefined ? [] : [way.request])]
  const act = async (): Promise<void> => {
    const world = worldName.peek()
    const last = way.request === undefined ? again : { user: way.request.as ?? "", request: way.request }
    const changes = (way.change ?? []).map((request) => ({ user: request.as ?? "", request }))
    for (const { user, request } of [...changes, ...(last === undefined ? [] : [last])])
      status.value = (await sendShown(world, user, request)).status
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

const sendShown = (world: string, user: string, { method, path, body }: ShownRequest) =>
  send(world, user, { method, path, body: body === undefined ? undefined : JSON.stringify(body) })
