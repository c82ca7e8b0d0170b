import { effect, signal, useSignal } from "@preact/signals"
import { useEffect, useMemo, useRef } from "preact/hooks"
import { THEMES, theme } from "../state/appearance.ts"
import { LANGUAGES, type Language, language } from "../texts/language.ts"
import { referenceTexts } from "../texts/reference.ts"
import { findOperations, type Operation, type Reference, readReference } from "./document.ts"
import { OperationView } from "./operation.tsx"

/** The documents that are shown, by their names in the address. */
const DOCUMENTS = { api: "/openapi.json", control: "/_hexarium/openapi.json" } as const

type Shown = keyof typeof DOCUMENTS

/** `#/api/createItem`: which document, and what of it. */
const place = signal(placeIn(location.hash))
addEventListener("hashchange", () => {
  place.value = placeIn(location.hash)
})

function placeIn(hash: string): { readonly shown: Shown; readonly id: string } {
  const [shown = "", id = ""] = decodeURIComponent(hash).replace(/^#\/?/, "").split("/")
  return { shown: shown === "control" ? "control" : "api", id }
}

const references = signal<ReadonlyMap<Shown, Reference>>(new Map())
const failure = signal("")

effect(() => {
  const { shown } = place.value
  if (references.peek().has(shown)) return
  fetch(DOCUMENTS[shown], { headers: { "x-hexarium": "1" } })
    .then((response) => response.json())
    .then((document: unknown) => {
      references.value = new Map(references.peek()).set(shown, readReference(document))
    })
    .catch((error: unknown) => {
      failure.value = String(error)
    })
})

/** The reference: every operation of the API and of the control plane, found by name. */
export function Page() {
  const t = referenceTexts()
  const { shown, id } = place.value
  const text = useSignal("")
  const search = useRef<HTMLInputElement>(null)
  const reference = references.value.get(shown)
  const found = useMemo(() => findOperations(reference?.operations ?? [], text.value), [reference, text.value])
  const chosen = reference?.operations.find((operation) => operation.id === id || operation.name === id)
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== "/" || /^(?:INPUT|TEXTAREA|SELECT)$/.test((event.target as Element).tagName)) return
      event.preventDefault()
      search.current?.focus()
    }
    addEventListener("keydown", focus)
    return () => removeEventListener("keydown", focus)
  }, [])
  return (
    <div class="reference">
      <aside>
        <div class="tools">
          <a href="/">{t.dashboard}</a>
          <select
            aria-label={t.theme}
            value={theme.value}
            onChange={({ currentTarget }) => {
              theme.value = currentTarget.value
            }}
          >
            {THEMES.map((one) => (
              <option key={one} value={one}>
                {t[one]}
              </option>
            ))}
          </select>
          <select
            aria-label={t.language}
            value={language.value}
            onChange={({ currentTarget }) => {
              language.value = currentTarget.value as Language
            }}
          >
            {Object.entries(LANGUAGES).map(([one, name]) => (
              <option key={one} value={one}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <nav class="tools" aria-label={t.documents}>
          <a href="#/api" aria-current={shown === "api" ? "page" : undefined}>
            {t.api}
          </a>
          <a href="#/control" aria-current={shown === "control" ? "page" : undefined}>
            {t.control}
          </a>
        </nav>
        <form
          role="search"
          onSubmit={(event) => {
            event.preventDefault()
            const [first] = found
            if (first !== undefined) location.hash = `#/${shown}/${first.id}`
          }}
        >
          <input
            ref={search}
            type="search"
            aria-label={t.find}
            placeholder={t.find}
            value={text.value}
            onInput={({ currentTarget }) => {
              text.value = currentTarget.value
            }}
          />
        </form>
        <p class="soft" role="status">
          {reference === undefined ? t.loading : t.found(found.length)}
        </p>
        <nav aria-label={t.operations}>
          <Operations found={found} shown={shown} chosen={chosen} />
        </nav>
      </aside>
      <main class="stack">
        {failure.value === "" ? null : <p role="alert">{failure.value}</p>}
        {reference === undefined ? null : chosen === undefined ? (
          <Beginning reference={reference} shown={shown} unknown={id} />
        ) : (
          <OperationView operation={chosen} reference={reference} />
        )}
      </main>
    </div>
  )
}

interface OperationsProps {
  readonly found: readonly Operation[]
  readonly shown: Shown
  readonly chosen: Operation | undefined
}

function Operations({ found, shown, chosen }: OperationsProps) {
  const tags = Map.groupBy(found, ({ tag }) => tag)
  return (
    <>
      {[...tags].map(([tag, operations]) => (
        <section key={tag}>
          {tag === "" ? null : <h2>{tag}</h2>}
          <ul>
            {operations.map((operation) => (
              <li key={operation.id}>
                <a
                  href={`#/${shown}/${operation.id}`}
                  title={operation.summary}
                  aria-current={operation === chosen ? "page" : undefined}
                >
                  <span class="cut">{operation.name}</span> <span class="soft code">{operation.method}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

interface BeginningProps {
  readonly reference: Reference
  readonly shown: Shown
  readonly unknown: string
}

function Beginning({ reference, shown, unknown }: BeginningProps) {
  const t = referenceTexts()
  return (
    <>
      <h1>{reference.title}</h1>
      {unknown === "" ? null : <p role="alert">{t.none(unknown)}</p>}
      {reference.about.split(/\n\n/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p>
        <a href={DOCUMENTS[shown]}>{DOCUMENTS[shown]}</a>
      </p>
      <ul class="members">
        {[...reference.tags].map(([name, about]) => (
          <li key={name}>
            <strong>{name}</strong> <span class="soft">{about}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
