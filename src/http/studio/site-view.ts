/** The id of the sentence that says why controls are disabled. */
export const REASON_ID = 'raison';

/** Attributes of a control that may be used or not. */
export const usable = (isUsable: boolean): string => (isUsable ? '' : ` disabled aria-describedby="${REASON_ID}"`);
