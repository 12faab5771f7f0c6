/** Whether a text has nothing that can be seen: spaces of all kinds, control characters, characters without a shape. */
export const isBlank = (text: string): boolean =>
  !/[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
