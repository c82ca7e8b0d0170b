import { addressOfSection } from "../state/causes.ts"

const SECTION = /(\w+\.md section \d+(?:\.\d+)*)/

/** Shows a text with links to the sections of the reference that it cites. */
export function Sections({ text }: { readonly text: string }) {
  return (
    <>
      {text.split(SECTION).map((part, at) =>
        at % 2 === 0 ? (
          part
        ) : (
          <a key={at} href={addressOfSection(part)} target="_blank" rel="noreferrer">
            {part}
          </a>
        ),
      )}
    </>
  )
}
