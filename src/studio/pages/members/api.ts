export const MEMBERS = '/api/membres';
export const HAND_OVER = `${MEMBERS}/transmission`;
