import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { StartupError } from '../../src/startup-error.ts';

describe('the configuration', () => {
  it('has a value for every variable that is not set', () => {
    const config = readConfig({});
    expect(config).toMatchObject({ port: 3000, host: '127.0.0.1', sitesDomain: 'localhost', logLevel: 'warn' });
    expect([config.databaseUrl, config.witnessSite]).toEqual([undefined, undefined]);
    expect(config.dataDir).toMatch(/\/\.data$/);
  });

  it('takes an empty variable as one that is not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined });
  });

  it.each([
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['https://ANCIEN.exemple.fr/', 'https://ancien.exemple.fr'],
  ])('takes the origin of LEGACY_ENGINE_URL=%s', (value, origin) => {
    expect(readConfig({ LEGACY_ENGINE_URL: value }).legacyEngineUrl).toBe(origin);
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000 '],
    ['DATABASE_URL', 'mysql://a/b'],
    ['SERVICE_DATABASE_URL', 'nimporte'],
    ['SITES_DOMAIN', 'a b'],
    ['BASE_URL', 'ftp://a'],
    ['STORE_URL', '/catalogue'],
    ['STORE_URL', 'javascript:alert(1)'],
    ['LEGACY_ENGINE_URL', 'ancien'],
    ['LEGACY_ENGINE_URL', 'ftp://ancien'],
    ['LEGACY_ENGINE_URL', 'http://ancien/chemin'],
    ['LEGACY_ENGINE_URL', 'http://ancien/?a=1'],
    ['LEGACY_ENGINE_URL', 'http://nom:passe@ancien'],
    ['RENDER_WORKERS', '0'],
    ['THEME_CACHE', '1.5'],
    ['LOG_LEVEL', 'bavard'],
    ['TRUST_PROXY', 'oui'],
    ['SHUTDOWN_DELAY', '61'],
    ['SANTE_SITE_TEMOIN', 'Mon site'],
    ['SANTE_SITE_TEMOIN', 'a.b'],
  ])('refuses %s=%s in one sentence that names the variable and does not repeat the value', (name, value) => {
    const refusal = () => readConfig({ [name]: value });
    expect(refusal).toThrow(StartupError);
    expect(refusal).toThrow(new RegExp(`malformée : ${name} .*\\.$`));
  });
});
