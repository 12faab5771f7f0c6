/** Whether a node of the document is a list, by the name of its type. */
export const isList = (type: string | undefined): boolean => type === 'bulletList' || type === 'orderedList';
