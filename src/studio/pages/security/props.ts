import type { Security } from '../../../contract/second-factor.ts';

export type SecurityProps = Omit<Security, 'prouve_jusqua'>;
