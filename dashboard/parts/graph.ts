import { Graph, layout } from "@dagrejs/dagre"

export interface GraphNode {
  readonly id: string
  readonly width: number
  readonly height: number
}

export interface GraphEdge {
  readonly from: string
  readonly to: string
  readonly label: string
}

export interface Placed {
  readonly width: number
  readonly height: number
  /** Centers of the nodes, by ID. */
  readonly nodes: ReadonlyMap<string, { readonly x: number; readonly y: number }>
  readonly edges: readonly { readonly edge: GraphEdge; readonly path: string; readonly x: number; readonly y: number }[]
}

const LABEL_WIDTH = 7
const LABEL_HEIGHT = 16

/** Computes the positions of a directed graph's nodes and edges. Several edges between two nodes do not overlap. */
export function place(nodes: readonly GraphNode[], edges: readonly GraphEdge[], direction: "LR" | "TB"): Placed {
  const graph = new Graph({ multigraph: true, directed: true })
  graph.setGraph({ rankdir: direction, nodesep: 28, ranksep: 70, edgesep: 14, marginx: 40, marginy: 24 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height })
  for (const [at, { from, to, label }] of edges.entries()) {
    if (from === to) continue
    graph.setEdge(from, to, { width: label.length * LABEL_WIDTH, height: LABEL_HEIGHT, labelpos: "c" }, String(at))
  }
  layout(graph)
  const placed = graph.graph()
  return {
    width: placed.width ?? 0,
    height: placed.height ?? 0,
    nodes: new Map(nodes.map(({ id }) => [id, { x: graph.node(id).x ?? 0, y: graph.node(id).y ?? 0 }])),
    edges: edges.map((edge, at) => {
      if (edge.from === edge.to) return loop(edge, nodes, graph.node(edge.from))
      const { points = [], x = 0, y = 0 } = graph.edge(edge.from, edge.to, String(at))
      return { edge, path: curve(points), x, y }
    }),
  }
}

/** Minimum scale of a graph. A graph that would need a smaller scale is scrolled instead. */
const LEAST_SCALE = 0.7

/** Returns the style for a graph as wide as its container, but not smaller than LEAST_SCALE. */
export const maxWidthOf = ({ width }: Placed) => ({ maxWidth: `max(100%, ${Math.round(width * LEAST_SCALE)}px)` })

function loop(
  edge: GraphEdge,
  nodes: readonly GraphNode[],
  { x = 0, y = 0 }: { readonly x?: number; readonly y?: number },
) {
  const { width, height } = nodes.find(({ id }) => id === edge.from) ?? { width: 0, height: 0 }
  const right = x + width / 2
  const top = y - height / 2
  return {
    edge,
    path: `M${right - 24},${top}C${right - 24},${top - 26} ${right + 34},${top + 8} ${right},${y}`,
    x: right + 14,
    y: top,
  }
}

type Point = { readonly x: number; readonly y: number }

function curve(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (first === undefined) return ""
  const last = rest.at(-1) ?? first
  const bends = rest.slice(0, -1).map((point, at) => {
    const next = rest[at + 1] ?? last
    return `Q${point.x},${point.y} ${(point.x + next.x) / 2},${(point.y + next.y) / 2}`
  })
  return `M${first.x},${first.y}${bends.join("")}L${last.x},${last.y}`
}
