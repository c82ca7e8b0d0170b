import { useSignal } from "@preact/signals"
import { type AnswerTo, ask } from "../../api/control.ts"
import { Badge } from "../../parts/notice.tsx"
import { Shown } from "../../parts/shown.tsx"
import { Time } from "../../parts/time.tsx"
import { addressOf, worldName } from "../../state/address.ts"
import { useResource } from "../../state/resource.ts"
import { schemaTexts } from "../../texts/schema.ts"
import type { Application, SchemaDatastore } from "./found.ts"

type Run = AnswerTo<"GET /worlds/:w/script-runs">["script_runs"][number]

interface Script {
  readonly kind: "function" | "pre_script" | "post_script"
  /** ID of the script's action, or of the function. */
  readonly id: string
  readonly name: string
  readonly code: string
  readonly enabled: boolean
}

export const scriptsOf = ({ actions }: SchemaDatastore): readonly Script[] =>
  actions.flatMap(({ a_id: id, name, pre_script, post_script }) => [
    ...(pre_script === null ? [] : [{ kind: "pre_script" as const, id, name, ...pre_script }]),
    ...(post_script === null ? [] : [{ kind: "post_script" as const, id, name, ...post_script }]),
  ])

export const functionsOf = (applications: readonly Application[]): readonly Script[] =>
  applications.flatMap(({ functions }) =>
    functions.map(({ fn_id: id, function_id: name, ...rest }) => ({ kind: "function" as const, id, name, ...rest })),
  )

export function Scripts({ of, none }: { readonly of: readonly Script[]; readonly none: string }) {
  if (of.length === 0) return <p class="card-body soft">{none}</p>
  return (
    <ul class="rows">
      {of.map((script) => (
        <li key={`${script.kind} ${script.id}`}>
          <OneScript script={script} />
        </li>
      ))}
    </ul>
  )
}

function OneScript({ script }: { readonly script: Script }) {
  const t = schemaTexts()
  const isOpen = useSignal(false)
  const when = { function: "", pre_script: t.pre, post_script: t.post }[script.kind]
  return (
    <details
      class="whole"
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open
      }}
    >
      <summary>
        {script.name} <span class="soft">{when}</span> {script.enabled ? null : <Badge>{t.off}</Badge>}
      </summary>
      <pre tabIndex={0} role="group" aria-label={`${script.name} ${when}`}>
        {script.code}
      </pre>
      {isOpen.value ? <Runs script={script} /> : null}
    </details>
  )
}

function Runs({ script: { kind, id } }: { readonly script: Script }) {
  const t = schemaTexts()
  const w = worldName.value
  const runs = useResource(
    `runs ${w} ${kind} ${id}`,
    (signal) => ask("GET /worlds/:w/script-runs", { params: { w }, query: { kind, script: id }, signal }),
    ["request", "fired", "world"],
  )
  return (
    <section class="runs" aria-label={t.runs}>
      <h3>{t.runs}</h3>
      <Shown of={runs}>
        {({ script_runs }) =>
          script_runs.length === 0 ? (
            <p class="soft">{t.noRuns}</p>
          ) : (
            <ol class="plain-list">
              {script_runs.toReversed().map((run, at) => (
                <OneRun key={at} run={run} />
              ))}
            </ol>
          )
        }
      </Shown>
    </section>
  )
}

function OneRun({ run }: { readonly run: Run }) {
  const t = schemaTexts()
  const { at, user, request, error, logs } = run
  return (
    <li>
      <Badge tone={error === null ? "good" : "bad"}>{error === null ? t.ended : t.stopped}</Badge> <Time at={at} />{" "}
      <span class="soft">{user}</span>{" "}
      {request === null ? null : <a href={addressOf("requests", [request])}>{t.request(request)}</a>}
      {error === null ? null : <p class="said">{error}</p>}
      {logs.length === 0 ? null : (
        <pre tabIndex={0} role="group" aria-label={t.logs}>
          {logs.join("\n")}
        </pre>
      )}
    </li>
  )
}
