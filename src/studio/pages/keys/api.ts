import { Api } from '../../api/client.ts';

export const keysApi = new Api(null);
export const KEYS = '/api/cles';
