import { Api } from '../api/client.ts';

export const securityApi = new Api(null);
export const SECURITY = '/api/securite';
