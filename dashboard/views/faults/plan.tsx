import { useSignal } from "@preact/signals"
import { routes } from "../../../emulator/client/routes.ts"
import { ROOT_NAMES } from "../../../emulator/graphql/root-names.ts"
import { ask } from "../../api/control.ts"
import { Failure } from "../../parts/notice.tsx"
import { address, worldName } from "../../state/address.ts"
import { refresh } from "../../state/live.ts"
import { withUndo } from "../../state/undo.ts"
import { faultTexts } from "../../texts/faults.ts"
import { Conditions, useConditions } from "./conditions.tsx"
import { jsonIn, NumberField } from "./inputs.tsx"
import { type Kind, kindsFor, memberOf } from "./kinds.ts"

const REST_OPERATIONS = Object.keys(routes)
  .map((name) => name.replace(/^./, (letter) => letter.toUpperCase()))
  .sort()
/** Roots whose names differ from the REST operation's. A fault of the operation also applies to its root. */
const ROOTS = ROOT_NAMES.filter((name) => !(name in routes)).sort()

type FaultPlan = Parameters<typeof ask<"POST /worlds/:w/faults">>[1]

export function Plan() {
  const t = faultTexts()
  const operation = useSignal(address.peek().query.get("operation") ?? "CreateItem")
  const kind = useSignal<Kind>("status")
  const times = useSignal("1")
  const status = useSignal("500")
  const body = useSignal("")
  const delay = useSignal("1000")
  const jitter = useSignal("0")
  const requests = useSignal("10")
  const perMs = useSignal("60000")
  const isByUser = useSignal(false)
  const conditions = useConditions()
  const failure = useSignal<unknown>(undefined)
  const isBad = useSignal(false)
  const kinds = kindsFor(operation.value)
  const chosen = kinds.includes(kind.value) ? kind.value : "status"

  const plan = async (event: Event) => {
    event.preventDefault()
    failure.value = undefined
    const parsed = jsonIn(body.value)
    isBad.value = parsed === false
    const more = chosen.startsWith("task") ? {} : conditions.read()
    if (parsed === false || more === false) return
    try {
      const planned: FaultPlan = {
        params: { w: worldName.peek() },
        body: {
          operation: operation.value,
          ...(chosen === "rate" ? {} : { times: Number(times.value) }),
          ...memberOf(chosen, {
            status: Number(status.value),
            body: parsed.value,
            delayMs: Number(delay.value),
            jitterMs: Number(jitter.value),
            requests: Number(requests.value),
            perMs: Number(perMs.value),
            isByUser: isByUser.value,
          }),
          ...more,
        },
      }
      await withUndo(t.isPlanned(operation.value), () => ask("POST /worlds/:w/faults", planned))
    } catch (error) {
      failure.value = error
    }
    refresh()
  }
  return (
    <section class="card" aria-label={t.plan}>
      <div class="card-head">
        <h2>{t.plan}</h2>
      </div>
      <form class="card-body form" onSubmit={(event) => void plan(event)}>
        <div class="field">
          <label for="fault-operation">{t.operation}</label>
          <select
            id="fault-operation"
            value={operation.value}
            onChange={({ currentTarget }) => {
              operation.value = currentTarget.value
            }}
          >
            <option value="*">{t.any}</option>
            {REST_OPERATIONS.map((name) => (
              <option key={name}>{name}</option>
            ))}
            <optgroup label="GraphQL">
              {ROOTS.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </optgroup>
          </select>
        </div>
        <div class="field">
          <label for="fault-kind">{t.kind}</label>
          <select
            id="fault-kind"
            value={chosen}
            onChange={({ currentTarget }) => {
              kind.value = kinds.find((name) => name === currentTarget.value) ?? "status"
            }}
          >
            {kinds.map((name) => (
              <option key={name} value={name}>
                {t[name]}
              </option>
            ))}
          </select>
        </div>
        {chosen === "delay" ? (
          <>
            <NumberField id="fault-delay" label={t.delayValue} value={delay} max={600_000} />
            <NumberField id="fault-jitter" label={t.jitterValue} value={jitter} max={600_000} />
          </>
        ) : null}
        {chosen === "rate" ? (
          <>
            <NumberField id="fault-requests" label={t.rateRequests} value={requests} min={1} />
            <NumberField id="fault-per" label={t.ratePerMs} value={perMs} min={1} max={86_400_000} />
            <label class="check">
              <input
                type="checkbox"
                checked={isByUser.value}
                onChange={({ currentTarget }) => {
                  isByUser.value = currentTarget.checked
                }}
              />{" "}
              {t.rateByUser}
            </label>
          </>
        ) : null}
        {chosen === "status" ? (
          <>
            <NumberField id="fault-status" label={t.statusValue} value={status} min={200} max={599} />
            <div class="field">
              <label for="fault-body">{t.bodyValue}</label>
              <textarea
                id="fault-body"
                class="code"
                aria-invalid={isBad.value}
                value={body.value}
                onInput={({ currentTarget }) => {
                  body.value = currentTarget.value
                }}
              />
              {isBad.value ? <span class="field-error">{t.notJson}</span> : null}
            </div>
          </>
        ) : null}
        {chosen === "rate" ? null : <NumberField id="fault-times" label={t.times} value={times} min={1} />}
        {chosen.startsWith("task") ? null : <Conditions of={conditions} />}
        {failure.value === undefined ? null : <Failure error={failure.value} />}
        <div class="tools">
          <button type="submit" class="button primary">
            {t.plan}
          </button>
        </div>
      </form>
    </section>
  )
}
