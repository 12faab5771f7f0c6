/** Apart from `bin.cjs`, because a Node of long ago cannot read this line. */
'use strict';

import('./vitrine.ts');
