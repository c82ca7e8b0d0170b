import { signal, useSignal } from "@preact/signals"
import { useMemo } from "preact/hooks"
import { Json, jsonText } from "../parts/json.tsx"
import { Failure } from "../parts/notice.tsx"
import { Status } from "../parts/outcome.tsx"
import { referenceTexts } from "../texts/reference.ts"
import { isObject, listAt, type Operation, type Parameter, type Reference, textAt } from "./document.ts"

/** The token that requests are sent with: typed in, or what a login answered. */
export const token = signal("")

interface Received {
  readonly status: number
  readonly ms: number
  readonly body: unknown
}

/** Sends the operation as it is filled in, and shows what it answers. */
export function TryOut({ operation, reference }: { readonly operation: Operation; readonly reference: Reference }) {
  const t = referenceTexts()
  const values = useSignal<ReadonlyMap<string, string>>(new Map())
  const content = operation.body[0]
  const isForm = content?.type === "multipart/form-data"
  const body = useSignal(content === undefined || isForm ? "" : jsonText(content.example ?? {}))
  const files = useSignal<ReadonlyMap<string, File>>(new Map())
  const received = useSignal<Received | undefined>(undefined)
  const failure = useSignal<unknown>(undefined)
  const parts = useMemo(() => (isForm && content !== undefined ? partsOf(content.schema, reference) : []), [content])
  const set = (name: string, value: string) => {
    values.value = new Map(values.peek()).set(name, value)
  }

  const submit = async (event: Event) => {
    event.preventDefault()
    failure.value = undefined
    received.value = undefined
    try {
      const headers = new Headers({ "x-hexarium": "1" })
      if (!operation.isPublic && token.value !== "") headers.set("authorization", `Bearer ${token.value}`)
      if (content !== undefined && !isForm) headers.set("content-type", content.type)
      for (const { name, in: place } of operation.parameters) {
        const value = values.value.get(name) ?? ""
        if (place === "header" && value !== "") headers.set(name, value)
      }
      const began = performance.now()
      const response = await fetch(filledPath(operation, values.value), {
        method: operation.method,
        headers,
        redirect: "manual",
        body: isForm ? formOf(parts, values.value, files.value) : content === undefined ? null : body.value,
      })
      const answer = parsed(await response.text())
      received.value = { status: response.status, ms: Math.round(performance.now() - began), body: answer }
      if (isObject(answer) && textAt(answer, "token") !== "") token.value = textAt(answer, "token")
    } catch (error) {
      failure.value = error
    }
  }
  return (
    <form class="card" aria-label={t.tryOut} onSubmit={(event) => void submit(event)}>
      <div class="card-head">
        <h3>{t.tryOut}</h3>
      </div>
      <div class="card-body form">
        {operation.isPublic ? null : (
          <div class="field">
            <label for="token">{t.token}</label>
            <input
              id="token"
              autocomplete="off"
              value={token.value}
              onInput={({ currentTarget }) => {
                token.value = currentTarget.value
              }}
            />
            <span class="hint">{t.tokenHint}</span>
          </div>
        )}
        {operation.parameters.map((parameter) => (
          <Value key={parameter.name} parameter={parameter} values={values.value} onSet={set} />
        ))}
        {parts.map((part) =>
          part.isFile ? (
            <div class="field" key={part.name}>
              <label for={`part-${part.name}`}>{part.name}</label>
              <input
                id={`part-${part.name}`}
                type="file"
                onChange={({ currentTarget }) => {
                  const [file] = currentTarget.files ?? []
                  if (file !== undefined) files.value = new Map(files.peek()).set(part.name, file)
                }}
              />
            </div>
          ) : (
            <Value key={part.name} parameter={part} values={values.value} onSet={set} />
          ),
        )}
        {content === undefined || isForm ? null : (
          <div class="field">
            <label for="body">{t.body}</label>
            <textarea
              id="body"
              class="code"
              rows={Math.min(18, body.value.split("\n").length + 1)}
              value={body.value}
              onInput={({ currentTarget }) => {
                body.value = currentTarget.value
              }}
            />
          </div>
        )}
        <div class="tools">
          <button type="submit" class="button primary">
            {t.send}
          </button>
        </div>
        {failure.value === undefined ? null : <Failure error={failure.value} />}
        {received.value === undefined ? null : (
          <div class="form" role="status">
            <h4>
              <Status status={received.value.status} /> {t.answer} <span class="soft">{received.value.ms} ms</span>
            </h4>
            <Json value={received.value.body} label={t.answer} />
          </div>
        )}
      </div>
    </form>
  )
}

interface ValueProps {
  readonly parameter: Parameter
  readonly values: ReadonlyMap<string, string>
  onSet(name: string, value: string): void
}

function Value({ parameter: { name, required, schema, description }, values, onSet }: ValueProps) {
  const t = referenceTexts()
  const choices = schema.type === "boolean" ? ["true", "false"] : listAt(schema, "enum").map(String)
  return (
    <div class="field">
      <label for={`value-${name}`}>
        {name} {required ? <span class="hint">({t.required})</span> : null}
      </label>
      {choices.length === 0 ? (
        <input
          id={`value-${name}`}
          required={required}
          value={values.get(name) ?? ""}
          onInput={({ currentTarget }) => onSet(name, currentTarget.value)}
        />
      ) : (
        <select
          id={`value-${name}`}
          required={required}
          value={values.get(name) ?? ""}
          onChange={({ currentTarget }) => onSet(name, currentTarget.value)}
        >
          <option value="" />
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      )}
      {description === "" ? null : <span class="hint">{description}</span>}
    </div>
  )
}

interface Part extends Parameter {
  readonly isFile: boolean
}

function partsOf(schema: Parameter["schema"], reference: Reference): readonly Part[] {
  const resolved = reference.resolve(schema)
  const required = new Set(listAt(resolved, "required"))
  const properties = isObject(resolved.properties) ? resolved.properties : {}
  return Object.entries(properties).map(([name, told]) => {
    const part = isObject(told) ? reference.resolve(told) : {}
    return {
      name,
      in: "query",
      required: required.has(name),
      description: textAt(part, "description"),
      schema: part,
      isFile: textAt(part, "contentMediaType") !== "" || textAt(part, "format") === "binary",
    }
  })
}

function formOf(
  parts: readonly Part[],
  values: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, File>,
): FormData {
  const form = new FormData()
  for (const { name } of parts) {
    const value = values.get(name) ?? ""
    const file = files.get(name)
    if (file !== undefined) form.set(name, file, file.name)
    else if (value !== "") form.set(name, value)
  }
  return form
}

function filledPath({ path, parameters }: Operation, values: ReadonlyMap<string, string>): string {
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ""))
  const query = new URLSearchParams()
  for (const { name, in: place } of parameters) {
    const value = values.get(name) ?? ""
    if (place === "query" && value !== "") query.set(name, value)
  }
  return query.size === 0 ? filled : `${filled}?${query}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
