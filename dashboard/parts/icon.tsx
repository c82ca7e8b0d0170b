/** SVG paths of the icons in a 20 × 20 view box, drawn in the text's colour. */
const STROKES = {
  overview: "M3 3h6v8H3zM11 3h6v5h-6zM11 10h6v7h-6zM3 13h6v4H3z",
  requests: "M3 6h11l-3-3M17 14H6l3 3",
  data: "M3 4h14v12H3zM3 8h14M3 12h14M8 8v8",
  schema: "M3 3h5v4H3zM12 13h5v4h-5zM12 3h5v4h-5zM8 5h4M14.5 7v6",
  people:
    "M7.5 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 17c0-3 2.500-5 5.500-5s5.500 2 5.500 5M13 3.500a3 3 0 0 1 0 5M15 12.500c2 .700 3 2.300 3 4.500",
  mails: "M3 5h14v10H3zM3 6l7 5 7-5",
  time: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 6v4l3 2",
  worlds:
    "M5 4v8a3 3 0 0 0 3 3h4M5 7h4a3 3 0 0 1 3 3v5M5 4m-1.500 0a1.500 1.500 0 1 0 3 0a1.500 1.500 0 1 0-3 0M13.500 15m-1.500 0a1.500 1.500 0 1 0 3 0a1.500 1.500 0 1 0-3 0",
  faults: "M10 3l7.500 13h-15zM10 8v4M10 14v.500",
  coverage: "M3 4h14v12H3zM3 10h14M10 4v12M5 7l1.500 1.500L9 5.500M12 13l1.500 1.500L16 11.500",
  console: "M3 4h14v12H3zM6 8l2.500 2L6 12M10 13h4",
  search: "M9 14A5 5 0 1 0 9 4a5 5 0 0 0 0 10zM12.700 12.700L17 17",
  menu: "M3 6h14M3 10h14M3 14h14",
  close: "M5 5l10 10M15 5L5 15",
  copy: "M7 7h9v10H7zM4 13V3h9",
  plus: "M10 4v12M4 10h12",
  down: "M5 8l5 5 5-5",
  right: "M8 5l5 5-5 5",
  up: "M5 12l5-5 5 5",
  trash: "M4 6h12M8 6V4h4v2M6 6l.700 10h6.600L14 6",
  play: "M6 4l10 6-10 6z",
  external: "M11 4h5v5M16 4l-7 7M13 11v5H4V7h5",
} as const

export type IconName = keyof typeof STROKES

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={STROKES[name]} />
    </svg>
  )
}
