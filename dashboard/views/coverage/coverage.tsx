import { ask, ControlError } from "../../api/control.ts"
import { Empty, ViewHead } from "../../parts/notice.tsx"
import { Shown } from "../../parts/shown.tsx"
import { Tabs } from "../../parts/tabs.tsx"
import { address, addressOf, go, withQuery, worldName } from "../../state/address.ts"
import { useResource } from "../../state/resource.ts"
import { coverageTexts } from "../../texts/coverage.ts"
import { Calls } from "./calls.tsx"
import type { Report } from "./report.ts"
import { Settings } from "./settings.tsx"

const NOT_FOUND = 404

/** Reads the coverage of a world, or of all worlds. Null if the server does not count. */
const readReport = (world: string | undefined, signal: AbortSignal): Promise<Report | null> =>
  ask("GET /coverage", { query: world === undefined ? {} : { world }, signal }).catch((error: unknown) => {
    if (error instanceof ControlError && error.status === NOT_FOUND) return null
    throw error
  })

export default function CoverageView() {
  const t = coverageTexts()
  const isOfAll = address.value.query.get("worlds") === "all"
  const world = isOfAll ? undefined : worldName.value
  const report = useResource(`coverage ${world ?? ""}`, (signal) => readReport(world, signal), ["request", "fired"])
  return (
    <>
      <ViewHead title={t.title} about={t.about}>
        <select
          aria-label={t.scope}
          value={isOfAll ? "all" : ""}
          onChange={({ currentTarget }) => go(withQuery({ worlds: currentTarget.value }), "replace")}
        >
          <option value="">{t.thisWorld}</option>
          <option value="all">{t.allWorlds}</option>
        </select>
      </ViewHead>
      <Shown of={report}>
        {(found) =>
          found === null ? (
            <Empty title={t.notCounted} command="createApp({ world, coverage: true })">
              {t.notCountedHint}
            </Empty>
          ) : (
            <Parts report={found} />
          )
        }
      </Shown>
    </>
  )
}

function Parts({ report }: { readonly report: Report }) {
  const t = coverageTexts()
  const { place, query } = address.value
  return (
    <Tabs
      label={t.parts}
      open={place[0] ?? "operations"}
      onOpen={(key) => go(addressOf("coverage", [key], Object.fromEntries(query)), "replace")}
      tabs={[
        {
          key: "operations",
          title: t.operations,
          content: () => <Calls key="operations" label={t.operations} names={report.operations} unmet={report.unmet} />,
        },
        {
          key: "graphql",
          title: t.graphql,
          content: () => <Calls key="graphql" label={t.graphql} names={report.graphql} />,
        },
        { key: "application", title: t.application, content: () => <Settings report={report} /> },
      ]}
    />
  )
}
