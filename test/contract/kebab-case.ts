/** A name as it stands in file names: `createItem` is `create-item`. */
export const inKebabCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
