/** A name as it stands in file names: `createItemWithItemID` is `create-item-with-item-id`. */
export const inKebabCase = (name: string): string =>
  name.replaceAll(/[A-Z]+(?![a-z])|[A-Z]/g, (capitals) => `-${capitals.toLowerCase()}`)
