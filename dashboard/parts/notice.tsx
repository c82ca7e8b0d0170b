import type { ComponentChildren } from "preact"
import { reasonOf } from "../state/reason.ts"
import { shellTexts } from "../texts/shell.ts"
import { Command } from "./copy.tsx"

export function Empty(props: { title: string; children?: ComponentChildren; command?: string }) {
  return (
    <div class="empty">
      <p class="empty-title">{props.title}</p>
      {props.children === undefined ? null : <div>{props.children}</div>}
      {props.command === undefined ? null : <Command text={props.command} />}
    </div>
  )
}

/** Error message that screen readers announce when it appears. */
export function Failure({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const t = shellTexts()
  return (
    <div class="notice bad" role="alert">
      <p>{reasonOf(error)}</p>
      {retry === undefined ? null : (
        <button type="button" class="button small" onClick={retry}>
          {t.retry}
        </button>
      )}
    </div>
  )
}

export type Tone = "good" | "warn" | "bad" | "plain" | "accent"

export function Badge({ tone = "plain", children }: { readonly tone?: Tone; readonly children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>
}

export function ViewHead(props: { title: ComponentChildren; about?: ComponentChildren; children?: ComponentChildren }) {
  return (
    <div class="view-head">
      <div class="view-title">
        <h1 tabIndex={-1}>{props.title}</h1>
        {props.about === undefined ? null : <p class="soft">{props.about}</p>}
      </div>
      {props.children === undefined ? null : <div class="tools">{props.children}</div>}
    </div>
  )
}
