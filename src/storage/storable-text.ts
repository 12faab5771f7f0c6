/** Whether UTF-8 and PostgreSQL hold this text without loss: no U+0000, no lone surrogate (decisions, Other API routes). */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
