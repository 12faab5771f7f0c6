import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rolesWithout } from '../../../../src/accounts/recovery/roles-without.ts';
import type { MemberRole } from '../../../../src/storage/accounts.ts';
import type { Grant } from '../../../../src/storage/grants.ts';

const at = (minute: number): string => `2026-11-28T12:${String(minute).padStart(2, '0')}:00.000000Z`;
const LONG_AGO = '2020-01-01T00:00:00.000000Z';

/** A grant at a minute; `weak`: its doer has shown a password alone. */
const grant = (
  minute: number,
  by: string | null,
  accountId: string,
  [before, after]: readonly [MemberRole | null, MemberRole | null],
  { weak = true, decided = minute } = {},
): Grant => ({
  ...{ accountId, before, after, by },
  decidedAt: at(decided),
  doneAt: at(minute),
  restsOn: weak ? at(decided) : LONG_AGO,
});

const NEW_OWNER = [null, 'proprietaire'] as const;
const GONE = ['proprietaire', null] as const;
/** Since minute 10, what Léa's account has done. */
const UNDONE = { accountId: 'lea', since: at(10) };
const rolesAfter = (grants: readonly Grant[], otherOwners = 0) =>
  Object.fromEntries(rolesWithout(grants, otherOwners, UNDONE));

describe('what an intruder with the password has done to the members of a site', () => {
  it('goes, with all who came by those who came by it', () => {
    const grants = [
      grant(11, 'lea', 'mallory', NEW_OWNER),
      grant(12, 'mallory', 'oscar', NEW_OWNER, { weak: false }),
      grant(13, 'oscar', 'trudy', [null, 'editeur'], { weak: false }),
    ];
    expect(rolesAfter(grants, 1)).toEqual({ mallory: null, oscar: null, trudy: null });
  });

  it('is taken back: who was removed is there again, with the role of before', () => {
    expect(rolesAfter([grant(11, 'lea', 'bob', GONE), grant(12, 'lea', 'eve', ['editeur', 'lecteur'])], 1)).toEqual({
      bob: 'proprietaire',
      eve: 'editeur',
    });
  });

  it('does not touch what was done before, nor what an owner from before has done', () => {
    const grants = [
      grant(9, 'lea', 'eve', [null, 'editeur']),
      grant(11, 'bob', 'carol', [null, 'lecteur']),
      grant(12, 'lea', 'carol', ['lecteur', 'proprietaire']),
    ];
    expect(rolesAfter(grants, 2)).toEqual({ eve: 'editeur', carol: 'lecteur' });
  });

  it('does not touch what a factor or the mailbox has proven: a site that was handed over stays so', () => {
    const grants = [
      grant(11, 'lea', 'buyer', [null, 'editeur']),
      grant(12, 'lea', 'buyer', ['editeur', 'proprietaire'], { weak: false }),
      grant(12, 'lea', 'lea', ['proprietaire', 'editeur'], { weak: false }),
    ];
    expect(rolesAfter(grants)).toEqual({ buyer: 'proprietaire', lea: 'editeur' });
  });

  it('an invitation counts by what it rested on when it was made', () => {
    expect(rolesAfter([grant(20, 'lea', 'eve', [null, 'editeur'], { decided: 8 })], 1)).toEqual({ eve: 'editeur' });
    expect(rolesAfter([grant(20, 'lea', 'eve', [null, 'editeur'], { decided: 12 })], 1)).toEqual({ eve: null });
  });

  it('never leaves a site without an owner', () => {
    const grants = [grant(11, 'lea', 'mallory', NEW_OWNER), grant(12, 'lea', 'lea', GONE, { weak: false })];
    expect(rolesAfter(grants)).toEqual({ mallory: null, lea: 'proprietaire' });
  });
});

const ROLES = ['proprietaire', 'editeur', 'lecteur', null] as const;
const PEOPLE = ['lea', 'bob', 'mallory', 'oscar'] as const;

interface Wish {
  readonly by: (typeof PEOPLE)[number];
  readonly whose: (typeof PEOPLE)[number];
  readonly role: MemberRole | null;
  readonly weak: boolean;
}
const wish: fc.Arbitrary<Wish> = fc.record({
  by: fc.constantFrom(...PEOPLE),
  whose: fc.constantFrom(...PEOPLE),
  role: fc.constantFrom(...ROLES),
  weak: fc.boolean(),
});

/** A site as the platform keeps it: owners change roles, anybody may have less, an owner stays. @returns what was granted */
function live(wishes: readonly Wish[], ignored: (wish: Wish, minute: number) => boolean) {
  const roles = new Map<string, MemberRole | null>([
    ['lea', 'proprietaire'],
    ['bob', 'proprietaire'],
  ]);
  const power = (role: MemberRole | null) => ['lecteur', 'editeur', 'proprietaire'].indexOf(role ?? '');
  const grants: Grant[] = [];
  for (const [minute, { by, whose, role, weak }] of wishes.entries()) {
    const before = roles.get(whose) ?? null;
    const owners = [...roles].filter(([, each]) => each === 'proprietaire').map(([id]) => id);
    const may = by === whose ? power(role) < power(before) : owners.includes(by);
    const isLast = role !== 'proprietaire' && owners.every((id) => id === whose);
    if (!may || isLast || before === role || ignored({ by, whose, role, weak }, minute)) continue;
    roles.set(whose, role);
    grants.push(grant(minute, by, whose, [before, role], { weak }));
  }
  return { roles, grants };
}

describe('whatever was done', () => {
  it('the roles are those of a site on which nobody had done what is undone, nor what then nobody had the right to do', () => {
    fc.assert(
      fc.property(fc.array(wish, { maxLength: 30 }), (wishes) => {
        const { roles, grants } = live(wishes, () => false);
        const concerned = new Set(grants.map(({ accountId }) => accountId));
        const others = ['lea', 'bob'].filter((id) => !concerned.has(id)).length;
        const entries = (of: ReadonlyMap<string, MemberRole | null>) =>
          [...concerned].map((id) => [id, of.get(id) ?? null]);
        expect(entries(rolesWithout(grants, others, null))).toEqual(entries(roles));
        // The wishes that were granted, without those that are undone.
        const granted = grants.map(
          ({ by, accountId, after: role, restsOn, doneAt }): Wish & { readonly doneAt: string } => ({
            ...{ by: by as Wish['by'], whose: accountId as Wish['whose'], role, weak: restsOn === doneAt, doneAt },
          }),
        );
        const { roles: without } = live(
          granted,
          ({ by, weak }, index) => by === 'lea' && weak && String(granted[index]?.doneAt) >= at(10),
        );
        const undone = rolesWithout(grants, others, UNDONE);
        expect(entries(undone)).toEqual(entries(without));
        expect(others + [...undone.values()].filter((role) => role === 'proprietaire').length).toBeGreaterThan(0);
      }),
    );
  });
});
