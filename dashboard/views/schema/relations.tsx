import { useMemo } from "preact/hooks"
import { type GraphEdge, maxWidthOf, place } from "../../parts/graph.ts"
import { addressOf } from "../../state/address.ts"
import { schemaTexts } from "../../texts/schema.ts"
import type { Application, Schema } from "./found.ts"

const HEIGHT = 46
const MAX_CHARACTERS = 26

const shortenText = (text: string): string =>
  text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text

/** Graph of the datastores and their relations. The label of an edge contains the number of related items. */
export function RelationGraph({
  applications,
  relations,
}: {
  applications: readonly Application[]
  relations: Schema["relations"]
}) {
  const t = schemaTexts()
  const nodes = useMemo(
    () =>
      applications.flatMap((application) =>
        application.datastores.map((datastore) => ({
          id: datastore.d_id,
          name: shortenText(datastore.name),
          items: String(datastore.items),
          href: [application.application_id, datastore.datastore_id],
          width: Math.max(110, shortenText(datastore.name).length * 8 + 28),
          height: HEIGHT,
        })),
      ),
    [applications],
  )
  const graph = useMemo(() => {
    const known = new Set(nodes.map(({ id }) => id))
    const edges: GraphEdge[] = relations
      .filter(({ from_d_id, to_d_id }) => known.has(from_d_id) && known.has(to_d_id))
      .map(({ from_d_id, to_d_id, from_field, count }) => ({
        from: from_d_id,
        to: to_d_id,
        label: `${from_field === null ? "" : `${shortenText(from_field)} `}${count}`,
      }))
    return place(nodes, edges, "LR")
  }, [nodes, relations])
  return (
    <div class="graph" tabIndex={0} role="group" aria-label={t.graphOf(nodes.length, graph.edges.length)}>
      <svg
        viewBox={`0 0 ${graph.width} ${graph.height}`}
        width={graph.width}
        style={maxWidthOf(graph)}
        aria-hidden="true"
      >
        <Arrow id="relation" />
        {graph.edges.map(({ edge, path, x, y }) => (
          <g key={`${edge.from} ${edge.to} ${edge.label}`} class="edge">
            <path d={path} marker-end="url(#relation)" />
            <text x={x} y={y + 4}>
              {edge.label}
            </text>
          </g>
        ))}
        {nodes.map(({ id, name, items, href, width }) => {
          const at = graph.nodes.get(id)
          if (at === undefined) return null
          return (
            <a key={id} href={addressOf("schema", href)} tabindex={-1}>
              <rect class="node" x={at.x - width / 2} y={at.y - HEIGHT / 2} width={width} height={HEIGHT} rx="8" />
              <text class="node-name" x={at.x} y={at.y - 3}>
                {name}
              </text>
              <text class="node-count" x={at.x} y={at.y + 14}>
                {items}
              </text>
            </a>
          )
        })}
      </svg>
    </div>
  )
}

export function Arrow({ id }: { readonly id: string }) {
  return (
    <defs>
      <marker
        id={id}
        viewBox="0 0 10 10"
        refX="9"
        refY="5"
        markerWidth="7"
        markerHeight="7"
        orient="auto-start-reverse"
      >
        <path class="arrow" d="M0 0L10 5L0 10z" />
      </marker>
    </defs>
  )
}
