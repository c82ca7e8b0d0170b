import { Badge, type Tone } from "./notice.tsx"

export type Outcome = "ok" | "refused" | "failed"

/** Classifies the status of a response. 0 means that the connection was cut. */
export const outcomeOf = (status: number): Outcome =>
  status === 0 || status >= 500 ? "failed" : status >= 400 ? "refused" : "ok"

const TONES: Readonly<Record<Outcome, Tone>> = { ok: "good", refused: "warn", failed: "bad" }

export function Status({ status }: { readonly status: number }) {
  return <Badge tone={TONES[outcomeOf(status)]}>{status === 0 ? "✕" : status}</Badge>
}
