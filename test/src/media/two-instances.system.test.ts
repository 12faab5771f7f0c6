import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDataDir } from '../../support/data-dir.ts';
import { freshDatabase } from '../../support/database.ts';
import { telephonePhoto } from '../../support/made-pictures.ts';
import { type MediasProgram, mediasApi, startMedias } from '../../support/medias.ts';
import { needs, SOAK } from '../../support/needs.ts';
import { printedByAdmin } from '../../support/operator.ts';
import type { Tenant } from '../../support/program.ts';
import { publishTheme } from '../../support/published-theme.ts';
import { S3Server } from '../../support/s3-server.ts';
import { startSwift } from '../../support/swift.ts';
import { until } from '../../support/until.ts';

/** A bucket for `MEDIA_URL`. */
interface Bucket {
  readonly url: string;
  end(): Promise<void>;
}

async function ownServer(): Promise<Bucket> {
  const server = await S3Server.start();
  return { url: server.url, end: () => server.close() };
}

async function swiftServer(): Promise<Bucket> {
  const folder = await freshDataDir();
  const { bucket, end } = await startSwift(join(folder, 'swift'));
  const { url, key, secret } = bucket;
  return {
    url: url.replace('//', `//${encodeURIComponent(key)}:${encodeURIComponent(secret)}@`),
    end: async () => {
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const BUCKETS = [
  ['a bucket', [], ownServer],
  ['a bucket of Swift', [SOAK, 'Swift'], swiftServer],
] as const;

for (const [what, wanted, start] of BUCKETS) {
  describe(`two instances, each with a data folder of its own, and ${what}`, needs(...wanted), () => {
    let bucket: Bucket;
    let instances: MediasProgram[];
    let tenant: Tenant;
    beforeAll(async () => {
      bucket = await start();
      const databaseUrl = await freshDatabase();
      instances = [];
      for (let n = 0; n < 2; n++) {
        instances.push(await startMedias({ MEDIA_URL: bucket.url }, { databaseUrl }));
      }
      tenant = await one().newTenant();
      await publishTheme(one().vitrine, tenant.siteId);
    });
    afterAll(async () => {
      for (const instance of instances ?? []) await instance.close();
      await bucket?.end();
    });

    const one = () => instances[0] as MediasProgram;
    const other = () => instances[1] as MediasProgram;
    const see = (path: string, { vitrine } = other()) =>
      vitrine.ask({ host: `${tenant.slug}.localhost`, path, headers: { accept: 'image/webp,*/*' } });

    it('what is uploaded, replaced and deleted through one is so through the other at once', async () => {
      const [mine, theirs] = [mediasApi(one().vitrine, tenant), mediasApi(other().vitrine, tenant)];
      const bytes = await telephonePhoto({ width: 600, height: 800 });
      const photo = await mine.add('Façade.jpg', bytes, 'image/jpeg');
      const path = `/medias/${photo.id}/facade.jpg`;
      const shown = await see(path);
      expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp']);
      expect((await theirs.list()).map(({ id }) => id)).toEqual([photo.id]);
      expect((await theirs.upload('encore.jpg', bytes, 'image/jpeg')).json()).toMatchObject({ existe: true });
      // A size that nobody has asked for yet, made by one and read by the other.
      const variant = await see(`/medias/${photo.id}/320-${photo.contenu}/facade.jpg`);
      expect(variant.status).toBe(200);
      const again = () => see(`/medias/${photo.id}/320-${photo.contenu}/facade.jpg`, one());
      await until('the size is kept', async () => {
        const { rows } = await one().sql("SELECT FROM variantes WHERE nom = '320.webp'");
        expect(rows).toHaveLength(1);
      });
      expect((await again()).bytes.equals(variant.bytes)).toBe(true);

      const replaced = await theirs.ask('PUT', `?id=${photo.id}`, {
        body: await telephonePhoto({ width: 450, height: 600 }),
        headers: { 'content-type': 'image/jpeg' },
      });
      expect(replaced.status).toBe(200);
      const now = await see(path, one());
      expect(now.headers.etag).not.toBe(shown.headers.etag);
      const words = ['medias', 'verifier', '--json'];
      const verified = await printedByAdmin(one().vitrine.databaseUrl, words, { MEDIA_URL: bucket.url });
      expect(JSON.parse(verified)).toMatchObject({ ok: true, medias: 1, fautes: [], sans_ligne: [] });

      expect((await mine.ask('DELETE', `?id=${photo.id}`)).status).toBe(200);
      expect((await see(path)).status).toBe(404);
      const left = JSON.parse(await printedByAdmin(one().vitrine.databaseUrl, words, { MEDIA_URL: bucket.url }));
      expect(left).toMatchObject({ medias: 0, sans_ligne: [] });
    });
  });
}
