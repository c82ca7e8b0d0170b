import { effect, type Signal, signal } from "@preact/signals"

/** Creates a signal whose value is kept in the browser's storage. If the storage is blocked, the value is lost on reload. */
export function storedSignal(name: string, first: string): Signal<string> {
  const key = `hexarium-${name}`
  const value = signal(readStored(key) ?? first)
  effect(() => {
    try {
      localStorage.setItem(key, value.value)
    } catch {}
  })
  return value
}

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
