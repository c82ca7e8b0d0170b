import { useSignal } from "@preact/signals"
import { useMemo } from "preact/hooks"
import { Empty, ViewHead } from "../../parts/notice.tsx"
import { Shown } from "../../parts/shown.tsx"
import { address, addressOf } from "../../state/address.ts"
import { useResource } from "../../state/resource.ts"
import { surroundings } from "../../surroundings.ts"
import { consoleTexts } from "../../texts/console.ts"
import { operationNameOf, operationsIn } from "./contract.ts"
import { OperationForm } from "./form.tsx"

export default function Console() {
  const t = consoleTexts()
  const [name] = address.value.place
  const text = useSignal("")
  const contract = useResource("contract", async (signal) => {
    const response = await fetch(surroundings.openApi, { signal })
    return operationsIn(await response.json())
  })
  return (
    <>
      <ViewHead title={t.title} about={t.about} />
      <Shown of={contract}>
        {(all) => {
          const chosen = all.find((operation) => operation.name === name || operationNameOf(operation.name) === name)
          return (
            <div class="with-list fills">
              <nav class="card place-list" aria-label={t.operations}>
                <input
                  type="search"
                  aria-label={t.find}
                  placeholder={t.find}
                  value={text.value}
                  onInput={({ currentTarget }) => {
                    text.value = currentTarget.value
                  }}
                />
                <Operations all={all} text={text.value} chosen={name} />
              </nav>
              <div class="stack scrolls">
                {chosen !== undefined ? (
                  <OperationForm key={chosen.name} operation={chosen} />
                ) : (
                  <Empty title={name === undefined ? t.choose : t.none(name)} />
                )}
              </div>
            </div>
          )
        }}
      </Shown>
    </>
  )
}

interface ListProps {
  readonly all: ReturnType<typeof operationsIn>
  readonly text: string
  readonly chosen: string | undefined
}

function Operations({ all, text, chosen }: ListProps) {
  const t = consoleTexts()
  const tags = useMemo(() => {
    const words = text.toLowerCase()
    const found = all.filter(({ name, path, summary }) => `${name} ${path} ${summary}`.toLowerCase().includes(words))
    return Map.groupBy(found, ({ tag }) => tag)
  }, [all, text])
  if (tags.size === 0) return <p class="soft">{t.noMatch}</p>
  return (
    <>
      {[...tags].map(([tag, operations]) => (
        <div key={tag}>
          <h2>{tag}</h2>
          <ul>
            {operations.map(({ name, method, summary }) => (
              <li key={name}>
                <a
                  href={addressOf("console", [name])}
                  title={summary}
                  aria-current={name === chosen || operationNameOf(name) === chosen ? "page" : undefined}
                >
                  <span class="cut">{operationNameOf(name)}</span>
                  <span class="soft code">{method}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}
