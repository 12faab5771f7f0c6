import type { Fault } from '../../../../support/faults.ts';

/** Faults of the recovery of an account, at least one for each point of docs/decisions/recovery.md; the world has to find each. */
export const FAULTS: readonly Fault[] = [
  {
    name: '1: what a weak act rests on is older than all',
    file: 'src/accounts/proof/proof.ts',
    text: '?.since ?? null;\n\n/** Holds',
    replacement: "?.since ?? '-infinity';\n\n/** Holds",
  },
  {
    name: '2: a password is enough where a mailbox could be asked for',
    file: 'src/accounts/proof/proof.ts',
    text: "return isMailed && isConfirmed ? 'courriel' : 'mot_de_passe';",
    replacement: "return isMailed && !isConfirmed ? 'courriel' : 'mot_de_passe';",
  },
  {
    name: '2: a session that is over may act for good',
    file: 'src/accounts/proof/proof.ts',
    text: "if (!account || !(await sessions.isLive(client, secret))) throw new Refusal('unauthorized');\n  return account;",
    replacement:
      "if (!account || sessions === null || secret === '') throw new Refusal('unauthorized');\n  return account;",
  },
  {
    name: '3: a link that undoes works for ever',
    file: 'src/storage/links.ts',
    text: "= 'annulation' AND expire_le > statement_timestamp()`,",
    replacement: "= 'annulation'`,",
  },
  {
    name: '3: older factors go, too',
    file: 'src/accounts/recovery/undo.ts',
    text: 'await deleteFactorsSince(client, id, since);',
    replacement: "await deleteFactorsSince(client, id, '-infinity');",
  },
  {
    name: '3: a link to an address that was left for good works',
    file: 'src/accounts/recovery/undo.ts',
    text: "  throw new Refusal('lien_invalide');\n}\n",
    replacement: '  return false;\n}\n',
  },
  {
    name: '4: sessions stay',
    file: 'src/accounts/recovery/undo.ts',
    text: '  await deleteAllSessions(client, id);\n',
    replacement: '',
  },
  {
    name: '4: the password stays until there is a new one',
    file: 'src/accounts/recovery/undo.ts',
    text: '  await updatePasswordHash(client, id, NO_PASSWORD);\n',
    replacement: '',
  },
  {
    name: '4: keys stay',
    file: 'src/accounts/recovery/undo.ts',
    text: '  await endKeysSince(client, id, { since, keys: (await hasOlderFactor(client, id, since)) ? [] : keys });\n',
    replacement: '',
  },
  {
    name: '4: younger factors stay',
    file: 'src/accounts/recovery/undo.ts',
    text: '  await deleteFactorsSince(client, id, since);\n',
    replacement: '',
  },
  {
    name: '4: older keys go',
    file: 'src/accounts/recovery/undo.ts',
    text: 'await endKeysSince(client, id, { since, keys:',
    replacement: "await endKeysSince(client, id, { since: '-infinity', keys:",
  },
  {
    name: '5: roles stay as they are',
    file: 'src/accounts/recovery/undo.ts',
    text: '      await setBack(client, account, change);',
    replacement: '      void change;',
  },
  {
    name: '5: what an accomplice has decided counts',
    file: 'src/accounts/recovery/roles-without.ts',
    text: '(grant.by === null || owns(grant.by))',
    replacement: "(grant.by !== '' || owns(grant.by ?? ''))",
  },
  {
    name: '5: an invitation stays',
    file: 'src/accounts/recovery/undo.ts',
    text: '    await deleteInvitationsSince(client, siteId, id, since);\n',
    replacement: '',
  },
  {
    name: '6: a site that was handed over comes back',
    file: 'src/accounts/members.ts',
    text: 'const decision = { by: asked.from, backing: asked.backing, at: asked.askedAt };',
    replacement: 'const decision = { by: asked.from, backing: null, at: asked.askedAt };',
  },
  {
    name: '6: a wish to hand a site over outlives the recovery',
    file: 'src/accounts/recovery/undo.ts',
    text: '  await deleteHandOversSince(client, id, since);\n',
    replacement: '',
  },
  {
    name: '7: contact addresses stay',
    file: 'src/accounts/recovery/undo.ts',
    text: '    await takeContactsBack(client, siteId, id, since);\n',
    replacement: '',
  },
  {
    name: '7: a deletion goes on',
    file: 'src/accounts/recovery/undo.ts',
    text: '  if (await isDeletedSince(client, id, since)) await keepHeld(client, account);\n',
    replacement: '',
  },
  {
    name: '7: a proven deletion is undone',
    file: 'src/accounts/recovery/undo.ts',
    text: 'if (await isDeletedSince(client, id, since)) await keepHeld',
    replacement: 'await keepHeld',
  },
  {
    name: '8: a mark counts with any factor',
    file: 'src/storage/sessions.ts',
    text: ' AND coalesce(s.facteur_cree_le <= c.exploitant_le, false))',
    replacement: ')',
  },
  {
    name: '8: a mark goes on after a recovery',
    file: 'src/accounts/recovery/undo.ts',
    text: '  await letMarkSleep(client, id);\n',
    replacement: '',
  },
  {
    name: '9: who reads the mail takes factors away',
    file: 'src/accounts/forgotten-password.ts',
    text: '    if (isProven && !isConfirmed) {',
    replacement: '    if (isProven) {',
  },
  {
    name: '10: a link works twice',
    file: 'src/accounts/links.ts',
    text: "return link.servi_le === null && (await markUndoLinkUsed(client, fingerprintOf(secret))) ? 'now' : 'used';",
    replacement: "return (await markUndoLinkUsed(client, fingerprintOf(secret))) || link !== null ? 'now' : 'used';",
  },
];
