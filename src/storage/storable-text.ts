/** Whether UTF-8 and PostgreSQL hold this text without loss: no U+0000, no lone surrogate (docs/decisions/storable-text.md). */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
