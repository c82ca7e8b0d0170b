import type { Signal } from "@preact/signals"
import type { Datastore } from "../../items/datastore.ts"
import { shortenId } from "../../parts/copy.tsx"
import type { Column } from "../../parts/grid.tsx"
import { Icon } from "../../parts/icon.tsx"
import { Status } from "../../parts/outcome.tsx"
import { DryRunBadge } from "../../parts/preview.tsx"
import { shownOperation } from "../../parts/shown-operation.ts"
import { sortEffects } from "../../parts/sort-effects.ts"
import { Time } from "../../parts/time.tsx"
import { reasonText } from "../../state/causes.ts"
import { effectText } from "../../state/effects.ts"
import { withNote } from "../../texts/language.ts"
import type { requestTexts } from "../../texts/requests.ts"
import type { Row } from "./families.ts"
import type { Line } from "./log.ts"
import { subjectOf } from "./subject.ts"

type Texts = ReturnType<typeof requestTexts>

interface OperationProps {
  readonly row: Row
  readonly isOpen: boolean
  readonly t: Texts
  onToggle(): void
}

/** Shows a request's operation, and a button that shows or hides its follow-up requests. */
function Operation({ row, isOpen, t, onToggle }: OperationProps) {
  const { method, path, cause } = row.line
  const operation = shownOperation(row.line)
  return (
    <>
      {row.beneath.length === 0 ? null : (
        <button
          type="button"
          class={isOpen ? "fold open" : "fold"}
          tabIndex={-1}
          aria-label={(isOpen ? t.fold : t.unfold)(row.beneath.length)}
          onClick={onToggle}
        >
          <Icon name="right" />
          {row.beneath.length}
        </button>
      )}
      {cause === undefined ? null : <span class={row.level === 2 ? "soft beneath" : "soft"}>↳ </span>}
      {operation ?? <span class="soft">{method === "CLOCK" ? cause?.name : `${method} ${path}`}</span>}{" "}
      <DryRunBadge of={row.line} />
    </>
  )
}

/** Returns the main change of a request and, if it wrote more, the numbers of items and mails. */
function changesText({ effects, counts }: Line, t: Texts): string {
  const { main, rest } = sortEffects(effects)
  const [first = rest[0] ?? ""] = main
  const { items = 0, mails = 0 } = counts ?? {}
  return items + mails > 1 ? withNote(effectText(first), t.wrote(items, mails)) : effectText(first)
}

/** Columns that leave their room to the reason while a request is open beside the list. The open request shows their contents. */
export const COLUMNS_OF_OPEN_REQUEST = ["subject", "user", "ms"]

interface ListState {
  /** IDs of requests whose follow-up requests are shown. */
  readonly open: Signal<ReadonlySet<string>>
  readonly datastores: readonly Datastore[]
}

export const columnsOf = (t: Texts, { open, datastores }: ListState): readonly Column<Row>[] => [
  { key: "at", card: "1 / 4 / 2 / 5", title: t.time, width: 88, cell: ({ line }) => <Time at={line.at} short /> },
  {
    key: "status",
    card: "1 / 1 / 2 / 2",
    title: t.status,
    width: 74,
    cell: ({ line }) => <Status status={line.status} />,
  },
  {
    key: "operation",
    card: "1 / 2 / 2 / 4",
    title: t.operation,
    width: 150,
    grow: 1.2,
    cell: (row) => (
      <Operation row={row} isOpen={open.value.has(row.line.id)} t={t} onToggle={() => toggle(open, row.line.id)} />
    ),
  },
  {
    key: "subject",
    card: "2 / 1 / 3 / 3",
    title: t.subject,
    width: 110,
    grow: 1.2,
    cell: ({ line }) => <SubjectText line={line} datastores={datastores} />,
  },
  {
    key: "user",
    card: "2 / 3 / 3 / 6",
    title: t.user,
    width: 100,
    grow: 1,
    cell: ({ line }) => <span class="soft">{line.user ?? "–"}</span>,
  },
  {
    key: "effects",
    card: "3 / 1 / 4 / 6",
    title: t.effects,
    width: 110,
    grow: 1.6,
    cell: ({ line }) => {
      const text = reasonText(line) ?? changesText(line, t)
      return (
        <span class="soft" title={text}>
          {text}
        </span>
      )
    },
  },
  { key: "ms", card: "1 / 5 / 2 / 6", title: t.ms, width: 72, align: "end", cell: ({ line }) => line.ms },
]

function SubjectText({ line, datastores }: { readonly line: Line; readonly datastores: readonly Datastore[] }) {
  const subject = subjectOf(line, datastores)
  if (subject === undefined) return null
  const { application, datastore, item, itemId } = subject
  const place = [datastore ?? application, item === itemId && item !== undefined ? shortenId(item) : item]
  return (
    <span class="soft" title={[application, datastore, item].filter(Boolean).join(" / ")}>
      {place.filter(Boolean).join(" / ")}
    </span>
  )
}

export function toggle(open: Signal<ReadonlySet<string>>, id: string): void {
  const ids = new Set(open.peek())
  if (!ids.delete(id)) ids.add(id)
  open.value = ids
}
