import type { Worlds } from "../worlds/worlds.ts"

const SWEEP_MS = 1500

/** Frees the bytes that no world of a server names any more. Doesn't keep the process alive. The answer stops it. */
export function freeBlobs(worlds: Worlds): () => void {
  const sweep = () => {
    for (const blobs of new Set(worlds.list().map(({ world }) => world.ports.blobs))) blobs.sweep?.()
  }
  const timer = setInterval(sweep, SWEEP_MS)
  timer.unref()
  return () => clearInterval(timer)
}
