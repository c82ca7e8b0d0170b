import { effect, type Signal, signal } from "@preact/signals"

/** A signal that this browser keeps. A browser that keeps nothing still works. */
export function kept(name: string, first: string): Signal<string> {
  const key = `hexarium-${name}`
  const value = signal(read(key) ?? first)
  effect(() => {
    try {
      localStorage.setItem(key, value.value)
    } catch {}
  })
  return value
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
