import { ask } from "../../api/control.ts"
import { controlCommand } from "../../parts/commands.ts"
import { Empty, ViewHead } from "../../parts/notice.tsx"
import { Shown } from "../../parts/shown.tsx"
import { Time } from "../../parts/time.tsx"
import { addressOf, worldName } from "../../state/address.ts"
import { useResource } from "../../state/resource.ts"
import { attempt, withUndo } from "../../state/undo.ts"
import { faultTexts } from "../../texts/faults.ts"
import { doesOf } from "./kinds.ts"
import { Plan } from "./plan.tsx"
import { Webhooks } from "./webhooks.tsx"

export default function Faults() {
  const t = faultTexts()
  return (
    <>
      <ViewHead title={t.title} about={t.about} />
      <div class="cards">
        <Plan />
        <Planned world={worldName.value} />
      </div>
      <Webhooks world={worldName.value} />
      <Failures world={worldName.value} />
    </>
  )
}

function Planned({ world }: { readonly world: string }) {
  const t = faultTexts()
  const faults = useResource(
    `faults ${world}`,
    async (gone) => (await ask("GET /worlds/:w/faults", { params: { w: world }, signal: gone })).faults,
    ["fault", "request"],
  )
  const removeAll = () =>
    attempt(() => withUndo(t.removedAll, () => ask("DELETE /worlds/:w/faults", { params: { w: world } })))
  const remove = (id: string, operation: string) =>
    attempt(() =>
      withUndo(t.removed(operation), () => ask("DELETE /worlds/:w/faults/:id", { params: { w: world, id } })),
    )
  return (
    <section class="card" aria-label={t.planned}>
      <div class="card-head">
        <h2>{t.planned}</h2>
        <button
          type="button"
          class="button small danger"
          disabled={(faults.value.value ?? []).length === 0}
          onClick={() => void removeAll()}
        >
          {t.removeAll}
        </button>
      </div>
      <Shown of={faults}>
        {(all) =>
          all.length === 0 ? (
            <Empty
              title={t.none}
              command={controlCommand("POST", "/faults", { operation: "UpdateItem", status: 500 })}
            />
          ) : (
            <ul class="rows">
              {all.map((fault) => (
                <li key={fault.id}>
                  <span class="grow">
                    <b>{fault.operation === "*" ? t.any : fault.operation}</b>{" "}
                    <span class="soft">{doesOf(fault, t)}</span>
                  </span>
                  <span class={fault.left === 0 ? "badge" : "badge warn"}>
                    {fault.left === 0
                      ? t.used
                      : fault.times === Number.MAX_SAFE_INTEGER
                        ? "∞"
                        : t.left(fault.left, fault.times)}
                  </span>
                  <button
                    type="button"
                    class="button small"
                    aria-label={t.removeOf(fault.operation)}
                    onClick={() => void remove(fault.id, fault.operation)}
                  >
                    {t.remove}
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </section>
  )
}

function Failures({ world }: { readonly world: string }) {
  const t = faultTexts()
  const failures = useResource(
    `failures ${world}`,
    async (gone) => (await ask("GET /worlds/:w/failures", { params: { w: world }, signal: gone })).failures,
    ["failure", "fired", "mail"],
  )
  return (
    <section class="card" aria-label={t.failures}>
      <div class="card-head">
        <h2>{t.failures}</h2>
      </div>
      <Shown of={failures}>
        {(all) =>
          all.length === 0 ? (
            <p class="card-body soft">{t.noFailures}</p>
          ) : (
            <ul class="rows">
              {[...all].reverse().map((failure, at) => (
                <li key={at}>
                  <Time at={failure.at} />
                  <span>{failure.name === "" ? failure.kind : failure.name}</span>
                  {failure.item_id === undefined ? null : (
                    <a href={addressOf("requests", [], { record: failure.item_id })}>{t.ofItem}</a>
                  )}
                  <span class="grow field-error">{failure.error}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </section>
  )
}
