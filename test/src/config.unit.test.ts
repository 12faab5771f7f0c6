import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { StartupError } from '../../src/startup-error.ts';

describe('the configuration', () => {
  it('has a value for every variable that is not set', () => {
    const config = readConfig({});
    expect(config).toMatchObject({ port: 3000, host: '127.0.0.1', sitesDomain: 'localhost', logLevel: 'warn' });
    expect([config.databaseUrl, config.witnessSite, config.mediaQuota]).toEqual([undefined, undefined, 2_147_483_648]);
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
    ['1048576', 1_048_576],
    ['500M', 500 * 2 ** 20],
    ['3g', 3 * 2 ** 30],
    ['2 GiB', 2 * 2 ** 30],
    ['10 Go', 10 * 2 ** 30],
  ])('reads MEDIA_QUOTA=%s', (value, bytes) => {
    expect(readConfig({ MEDIA_QUOTA: value }).mediaQuota).toBe(bytes);
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000 '],
    ['DATABASE_URL', 'mysql://a/b'],
    ['SERVICE_DATABASE_URL', 'nimporte'],
    ['MEDIA_URL', 's3://medias'],
    ['MEDIA_URL', 'https://stockage.exemple.fr/medias'],
    ['MEDIA_URL', 'https://cle@stockage.exemple.fr/medias'],
    ['MEDIA_URL', 'https://cle:a/b@stockage.exemple.fr/medias'],
    ['MEDIA_URL', 'https://cle:secret@stockage.exemple.fr/'],
    ['MEDIA_URL', 'https://cle:secret@stockage.exemple.fr/medias/autre'],
    ['MEDIA_URL', 'https://cle:secret@stockage.exemple.fr/medias?regoin=fr'],
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
    ['REQUESTS_KEPT_DAYS', '0'],
    ['REQUESTS_KEPT_DAYS', '30 jours'],
    ['MEDIA_QUOTA', '0'],
    ['MEDIA_QUOTA', '2 giga'],
    ['MEDIA_QUOTA', '-1'],
    ['MEDIA_QUOTA', '999999999999999T'],
    ['DNS_SERVERS', 'dns.exemple.fr'],
    ['DNS_SERVERS', '192.0.2.53;192.0.2.54'],
    ['ACCESS_LOG', 'ture'],
    ['SANTE_SITE_TEMOIN', 'Mon site'],
    ['SANTE_SITE_TEMOIN', 'a.b'],
  ])('refuses %s=%s in one sentence that names the variable and does not repeat the value', (name, value) => {
    const refusal = () => readConfig({ [name]: value });
    expect(refusal).toThrow(StartupError);
    expect(refusal).toThrow(new RegExp(`malformée : ${name} .*\\.$`));
  });

  const DATABASE_URL = 'postgres://vitrine:mot@127.0.0.1/vitrine';

  it.each([
    ['https://CLE:a%2Fb%3Ac+d@s3.exemple.fr/medias?region=eu-west-3', 'https://s3.exemple.fr/medias', 'eu-west-3'],
    ['http://CLE:a%2Fb%3Ac+d@127.0.0.1:8080/medias/', 'http://127.0.0.1:8080/medias', 'us-east-1'],
  ])('takes the bucket of MEDIA_URL=%s', (MEDIA_URL, url, region) => {
    const bucket = { url, region, key: 'CLE', secret: 'a/b:c+d' };
    expect(readConfig({ DATABASE_URL, MEDIA_URL }).mediaBucket).toEqual(bucket);
  });

  it.each([
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATBASE_UR', 'DATABASE_URL'],
    ['DATA_BASE_URL', 'DATABASE_URL'],
    ['Database_Url', 'DATABASE_URL'],
    ['URL_DATABASE', 'DATABASE_URL'],
    ['SERVICE_DATABASE_URI', 'SERVICE_DATABASE_URL'],
    ['SERVICES_DATABASE_URL', 'SERVICE_DATABASE_URL'],
    ['VITRINE_DATABASE_URL', 'DATABASE_URL'],
    ['SERVICE_DATABASE_URL_FILE', 'SERVICE_DATABASE_URL'],
    ['BASEURL', 'BASE_URL'],
    ['base_url', 'BASE_URL'],
    ['BASE__URL', 'BASE_URL'],
    ['SITE_DOMAIN', 'SITES_DOMAIN'],
    ['SITES_DOMIAN', 'SITES_DOMAIN'],
    ['DATADIR', 'DATA_DIR'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['SHUTDOWNDELAY', 'SHUTDOWN_DELAY'],
    ['REQUESTS_KEEP_DAYS', 'REQUESTS_KEPT_DAYS'],
    ['DNS_SERVER', 'DNS_SERVERS'],
    ['REQ_KEPT_DAYS', 'REQUESTS_KEPT_DAYS'],
    ['TRUST_PROXIES', 'TRUST_PROXY'],
    ['TRUSTING_PROXY', 'TRUST_PROXY'],
    ['THEME_CACHING', 'THEME_CACHE'],
    ['SERVICE_DB_URL', 'SERVICE_DATABASE_URL'],
    ['SVC_DATABASE_URL', 'SERVICE_DATABASE_URL'],
    ['DATA_DIRECTORY', 'DATA_DIR'],
    ['LOG_LVL', 'LOG_LEVEL'],
    ['PROT', 'PORT'],
    ['HOTS', 'HOST'],
  ])('refuses %s, which was likely meant to be %s, and names both', (given, meant) => {
    const refusal = () => readConfig({ [given]: 'secret' });
    expect(refusal).toThrow(StartupError);
    expect(refusal).toThrow(new RegExp(`^(?!.*secret).*\\b${given} ressemble à ${meant} : .*\\.$`));
    if (!/DATABASE/.test(meant)) expect(() => readConfig({ DATABASE_URL, [given]: 'secret' })).toThrow(given);
  });

  it('takes a neighbour of a variable that is set for another program’s', () => {
    expect(readConfig({ LOGLEVEL: 'DEBUG', LOG_LEVEL: 'info' }).logLevel).toBe('info');
    expect(readConfig({ DATABASE_ULR: '' }).databaseUrl).toBe(undefined);
  });

  it('refuses a neighbour of an address that leads elsewhere, though that address is set', () => {
    const both = (DATABASE_ULR: string) => readConfig({ DATABASE_URL, DATABASE_ULR });
    expect(() => both('postgres://vitrine:autre@127.0.0.1/nouvelle')).toThrow(
      /DATABASE_ULR ressemble à DATABASE_URL : (?!.*donnez)/,
    );
    expect(both(DATABASE_URL).databaseUrl).toBe(DATABASE_URL);
    expect(readConfig({ DATABASE_URL, DATABASE_URL_FILE: '/run/secrets/base' }).databaseUrl).toBe(DATABASE_URL);
  });

  it('takes the variables of shells, CI, containers and other programs for what they are', () => {
    const words = `HOSTNAME HOSTTYPE REPORT POST PORTS HOSTS SPORT GHOST COST MOST PGHOST PGPORT PGDATABASE PGUSER PGDATA POSTGRES_URL POSTGRES_HOST
      npm_config_base_url npm_config_data_dir npm_lifecycle_event PATH HOME USER SHELL TERM LANG LC_ALL PWD OLDPWD SHLVL LOGNAME MAIL EDITOR TZ DISPLAY
      XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS SSH_CONNECTION COLUMNS LINES PS1 BASH_ENV CI CI_JOB_URL
      GITHUB_BASE_REF GITHUB_SERVER_URL RUNNER_TEMP BUILD_URL JOB_URL JENKINS_URL CI_PROJECT_URL CI_REGISTRY HTTP_PROXY HTTPS_PROXY NO_PROXY
      http_proxy no_proxy KUBERNETES_PORT VITRINE_PORT VITRINE_SERVICE_HOST VITRINE_PORT_3000_TCP VITRINE_ADRESSE VITRINE_CLE KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT DATABASE_PORT DATABASE_HOST DATABASE_USER DATABASE_NAME
      DATABASE_PASSWORD DATABASE_SSL DATABASE_PORT_5432_TCP DATABASE_SERVICE_HOST DATABASE_SERVICE_PORT WEB_PORT WEB_HOST DB_PORT DB_HOST DB_URL APP_PORT
      MY_DATABASE_URL APP_BASE_URL VITE_BASE_URL NODE_OPTIONS NODE_ENV NODE_VERSION NODE_COMPILE_CACHE RUST_LOG LOGLEVELS_FILE OTEL_SERVICE_NAME
      OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_PROTOCOL OTEL_TRACES_SAMPLER INVOCATION_ID JOURNAL_STREAM STATE_DIRECTORY SYSTEMD_EXEC_PID
      NOTIFY_SOCKET MAINPID RENDER RENDER_SERVICE_ID DYNO REDIS_URL TEST_DATABASE_URL SHUTDOWN_GRACE CACHE_DIR STATE_DIR DATA_HOME
      STORAGE_URL DATA_URL SERVICE_URL SERVICE_BASE_URL SERVICE_API_URL SERVICE_REDIS_URL STATE_DIRECTORY LOGS_DIRECTORY CONFIGURATION_DIRECTORY CACHE_DIRECTORY
      RUNTIME_DIRECTORY LOG_FORMAT LOG_FILE LOG_DIR STORE_PORT STORE_SERVICE_HOST LOG_PORT OTEL_EXPORTER_OTLP_TIMEOUT OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
      OTEL_EXPORTER_JAEGER_ENDPOINT OTEL_EXPORTER_ZIPKIN_ENDPOINT OTEL_LOG_LEVEL RENDER_EXTERNAL_URL RENDER_WEB_CONCURRENCY BASE_PATH BASE_DIR`;
    const foreign = Object.fromEntries(words.split(/\s+/).map((name) => [name, 'x']));
    expect(readConfig(foreign).port).toBe(3000);
  });

  it.each([
    { BASE_URL: 'https://vitrine.exemple.fr' },
    { SERVICE_DATABASE_URL: DATABASE_URL },
    { SITES_DOMAIN: 'sites.exemple.fr' },
    { TRUST_PROXY: 'true' },
    { SHUTDOWN_DELAY: '3' },
    { MEDIA_URL: 'https://cle:secret@stockage.exemple.fr/medias' },
    { NODE_ENV: 'production' },
  ])('refuses %o without DATABASE_URL: that is no place for a demonstration', (variables) => {
    const [name = ''] = Object.keys(variables);
    expect(() => readConfig(variables)).toThrow(StartupError);
    expect(() => readConfig({ ...variables, DATABASE_URL: '' })).toThrow(new RegExp(`^${name}.* DATABASE_URL .*\\.$`));
    expect(readConfig({ ...variables, DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  });

  it.each([
    'localhost',
    'demo.localhost',
    'vitrine.test',
    'machine',
    'vitrine.lan',
  ])('shows the demonstration under %s', (SITES_DOMAIN) => {
    expect(readConfig({ SITES_DOMAIN, TRUST_PROXY: 'false' }).sitesDomain).toBe(SITES_DOMAIN);
  });

  it.each([
    'u:p@ss#word@base/v',
    'u:mot/de@base/v',
    'u:mot?de@base:5432/v',
    'u:50%@base/v',
    'u:%FF@base/v',
    'u#:x@base/v',
  ])('refuses postgres://%s: the password is to be percent-encoded, and is not repeated', (address) => {
    for (const name of ['DATABASE_URL', 'SERVICE_DATABASE_URL']) {
      const refusal = () => readConfig({ DATABASE_URL, [name]: `postgres://${address}` });
      expect(refusal).toThrow(new RegExp(`malformée : ${name} .* en pourcentage : .*\\.$`));
      expect(refusal).not.toThrow(address);
    }
  });

  it.each([
    'postgres://u:p%40ss%23word@base/v',
    'postgresql://u%40h:x@base:5432/v?sslmode=verify-full',
    'postgres://u:x@base/v?application_name=a@b&sslmode=require',
    'postgres://u:x:y@base/v',
    'postgres:///v?host=/run/postgresql',
    'postgres://base',
  ])('takes %s', (address) => {
    expect(readConfig({ DATABASE_URL: address }).databaseUrl).toBe(address);
  });
});
