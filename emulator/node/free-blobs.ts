import type { Worlds } from "../worlds/index.ts"

const SWEEP_MS = 1500

/** Regularly frees the contents of files that no world refers to. Returns a function that stops the timer. */
export function freeBlobs(worlds: Worlds): () => void {
  const sweep = () => {
    for (const blobs of new Set(worlds.list().map(({ world }) => world.ports.blobs))) blobs.sweep?.()
  }
  const timer = setInterval(sweep, SWEEP_MS)
  timer.unref()
  return () => clearInterval(timer)
}
