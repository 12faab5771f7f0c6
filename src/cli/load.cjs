/** A file apart from `bin.cjs`: an old Node cannot parse this line. */
'use strict';

import('./vitrine.ts');
