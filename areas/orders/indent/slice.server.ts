import * as handOver from './hand-over-indents.server.ts';
import * as children from './indent-children.server.ts';
import * as orderIndents from './order-indents.server.ts';
import * as submit from './submit-indent.server.ts';
import * as listing from './uniform-indent.listing.server.ts';

export const indentServer = [listing, children, submit, orderIndents, handOver] as const;
