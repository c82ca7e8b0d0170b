import { useMemo } from "preact/hooks"
import { maxWidthOf, place } from "../../parts/graph.ts"
import { addressOf } from "../../state/address.ts"
import { schemaTexts } from "../../texts/schema.ts"
import type { Application, SchemaDatastore } from "./found.ts"
import { Arrow } from "./relations.tsx"

const HEIGHT = 44
const ANY_STATUS = "*"

export function StatusGraph({ application, datastore }: { application: Application; datastore: SchemaDatastore }) {
  const t = schemaTexts()
  const { statuses, actions } = datastore
  const graph = useMemo(() => {
    const moving = actions.filter(({ to_status }) => to_status !== null)
    const hasAny = moving.some(({ from_status }) => from_status === null)
    const nodes = [
      ...(hasAny ? [{ id: ANY_STATUS, width: 36, height: 36 }] : []),
      ...statuses.map(({ status_id, name }) => ({
        id: status_id,
        width: Math.max(90, name.length * 9 + 28),
        height: HEIGHT,
      })),
    ]
    const known = new Set(nodes.map(({ id }) => id))
    const edges = moving
      .map(({ from_status, to_status, name }) => ({
        from: from_status ?? ANY_STATUS,
        to: to_status ?? "",
        label: name,
      }))
      .filter(({ from, to }) => known.has(from) && known.has(to))
    return { nodes, placed: place(nodes, edges, "LR") }
  }, [statuses, actions])
  if (statuses.length === 0) return <p class="card-body soft">{t.noStatuses}</p>
  const { placed, nodes } = graph
  const statusField = datastore.fields.find(({ data_type }) => data_type === "status")?.field_id ?? "status_id"
  return (
    <>
      <div class="graph" tabIndex={0} role="group" aria-label={t.statusGraph(datastore.name)}>
        <svg
          viewBox={`0 0 ${placed.width} ${placed.height}`}
          width={placed.width}
          style={maxWidthOf(placed)}
          aria-hidden="true"
        >
          <Arrow id="status" />
          {placed.edges.map(({ edge, path, x, y }) => (
            <g key={`${edge.from} ${edge.to} ${edge.label}`} class="edge">
              <path d={path} marker-end="url(#status)" />
              <text x={x} y={y + 4}>
                {edge.label}
              </text>
            </g>
          ))}
          {nodes.map(({ id, width, height }) => {
            const at = placed.nodes.get(id)
            const status = statuses.find(({ status_id }) => status_id === id)
            if (at === undefined) return null
            return (
              <g key={id}>
                <rect
                  class="node"
                  x={at.x - width / 2}
                  y={at.y - height / 2}
                  width={width}
                  height={height}
                  rx={height / 2}
                />
                <text class="node-name" x={at.x} y={status === undefined ? at.y + 5 : at.y - 2}>
                  {status?.name ?? "∗"}
                </text>
                {status === undefined ? null : (
                  <text class="node-count" x={at.x} y={at.y + 14}>
                    {status.items}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
      </div>
      <ul class="card-body tools">
        {statuses.map(({ status_id, name, items }) => (
          <li key={status_id}>
            <a
              class="button small"
              href={addressOf("data", [application.application_id, datastore.datastore_id], {
                where: JSON.stringify([{ id: statusField, search_value: [status_id] }]),
              })}
            >
              {t.itemsBy(name, items)}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
