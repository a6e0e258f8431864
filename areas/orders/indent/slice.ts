import type { Screen } from '@aangan/contract/screens.ts';
import { ordersModules as m } from '../modules.ts';
import { uniformIndentContract } from './uniform-indent.contract.ts';
import { uniformIndents } from './uniform-indent.listing.ts';

export const indentScreens = {
  '/indent/uniform-indent': { title: 'Uniform indent', module: m.StudentUniformIndent, write: true },
  '/indent/bulk-uniform-indent': {
    title: 'Uniform indents of a class',
    module: m.StudentUniformIndent,
    write: true,
  },
  '/indent/all-uniform-indents': {
    title: 'Uniform indents',
    module: m.StudentUniformIndent,
    policy: 'checkout',
  },
} as const satisfies Readonly<Record<string, Omit<Screen, 'path'>>>;

/** What children wear is asked for, and ordered. */
export const indentSlice = { contracts: [uniformIndents.endpoints, uniformIndentContract] } as const;
