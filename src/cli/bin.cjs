#!/usr/bin/env node
/**
 * The command `vitrine` begins here, in old JavaScript: a Node of any age can read this file. A Node that is too old for the program says
 * so in a sentence.
 */
'use strict';

const NEEDED = 24;

if (Number(process.versions.node.split('.')[0]) >= NEEDED) {
  require('./load.cjs');
} else {
  process.stderr.write(
    'vitrine : Il faut Node ' +
      NEEDED +
      ', et celui-ci est Node ' +
      process.versions.node +
      '. Dans le dossier où vitrine est installé, « npx vitrine » se sert du Node qui l’accompagne.\n',
  );
  process.exitCode = 1;
}
