type Child = Node | string

/** Creates an element. Properties are assigned; those with a hyphen are attributes. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]> | Readonly<Record<`${string}-${string}`, string>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  for (const [property, value] of Object.entries(properties)) {
    if (property.includes("-")) made.setAttribute(property, value)
    else Reflect.set(made, property, value)
  }
  made.append(...children)
  return made
}

/** Replaces the options of a select. Keeps the elements if nothing changes, because a browser closes an open list otherwise. */
export function setOptions(
  select: HTMLSelectElement,
  options: readonly (readonly [string, string])[],
  chosen: string,
): void {
  const isSame =
    select.options.length === options.length &&
    options.every(([value, text], at) => select.options[at]?.value === value && select.options[at].text === text)
  if (!isSame) select.replaceChildren(...options.map(([value, text]) => element("option", { value }, text)))
  select.value = chosen
}
