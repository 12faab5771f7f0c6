/** What owners of sites do with a theme of the catalog. */
import type { Client } from 'pg';
import type { ThemeFiles } from '../../engine/index.ts';
import { insertAccount } from '../../src/storage/accounts.ts';
import type { RolePools } from '../../src/storage/role-pools.ts';
import { insertSite } from '../../src/storage/sites.ts';
import { duplicateTheme, openWorkingDraft } from '../../src/themes/copies.ts';
import { writeFile } from '../../src/themes/files.ts';
import { installTheme } from '../../src/themes/themes.ts';

/** A site with its account. */
export interface Owner {
  readonly siteId: string;
  readonly email: string;
  /** The theme that the site installs first. */
  themeId: string;
}

/** One thing that owners do. */
export interface Step {
  readonly what: string;
  /** What there is one more of each time, in the singular. */
  readonly unit: string;
  readonly unitsPerSite: number;
  /** False: only a part of the sites does it. */
  readonly everySite: boolean;
  run(db: RolePools, files: ThemeFiles, owner: Owner): Promise<void>;
}

const EDITED = ['sections/hero.liquid', 'sections/header.liquid', 'config/settings_data.json'];
const VERSIONED = 'sections/footer.liquid';
const VERSIONS = 20;

export const STEPS: readonly Step[] = [
  {
    what: 'origo installed and published',
    unit: 'site',
    unitsPerSite: 1,
    everySite: true,
    run: async (db, _files, owner) => {
      owner.themeId = await installTheme(db, owner.siteId, {
        catalogId: 'origo',
        by: { means: 'programme', accountId: null, name: owner.email },
        publish: true,
      });
    },
  },
  {
    what: `${EDITED.length} files edited`,
    unit: 'edit',
    unitsPerSite: EDITED.length,
    everySite: false,
    run: async (db, files, owner) => {
      for (const path of EDITED) await edit(db, files, owner, path, 0);
    },
  },
  {
    what: `${VERSIONS} versions of one file`,
    unit: 'version',
    unitsPerSite: VERSIONS,
    everySite: false,
    run: async (db, files, owner) => {
      for (let version = 1; version <= VERSIONS; version++) await edit(db, files, owner, VERSIONED, version);
    },
  },
  {
    what: 'the theme duplicated',
    unit: 'duplicate',
    unitsPerSite: 1,
    everySite: false,
    run: async (db, _files, owner) => {
      await duplicateTheme(db, owner.siteId, owner.themeId, owner.email);
    },
  },
  {
    what: 'a working draft opened',
    unit: 'draft',
    unitsPerSite: 1,
    everySite: false,
    run: async (db, _files, owner) => {
      await openWorkingDraft(db, owner.siteId, owner.email);
    },
  },
];

/** Makes accounts with one site each, in one transaction. */
export async function createOwners(client: Client, count: number): Promise<Owner[]> {
  const owners: Owner[] = [];
  await client.query('BEGIN');
  for (let n = 0; n < count; n++) {
    const email = `site-${n}@exemple.fr`;
    const account = await insertAccount(client, { email, passwordHash: '-', type: 'client' });
    const site =
      account &&
      (await insertSite(client, { slug: `site-${n}`, name: `Site ${n}`, state: 'actif', ownerId: account.id }));
    if (!site) throw new Error('the database is not empty');
    owners.push({ siteId: site.id, email, themeId: '' });
  }
  await client.query('COMMIT');
  return owners;
}

/** Gives a file a text that no other site has. */
async function edit(db: RolePools, files: ThemeFiles, owner: Owner, path: string, version: number): Promise<void> {
  const { siteId, themeId, email } = owner;
  const mark = `${email} ${version}`;
  const text = files[path] ?? '';
  const content = path.endsWith('.json') ? text.replace('{', `{ "de": "${mark}",`) : `${text}<!-- ${mark} -->`;
  const file = { path, content, ifAbsent: false, ifFingerprint: undefined };
  // Its syntax is that of the catalog: what is measured here is what is stored.
  await writeFile(db, async () => null, { siteId, themeId, author: email }, file);
}
