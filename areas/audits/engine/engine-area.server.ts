import * as start from './start-audit.server.ts';
import * as submit from './submit-audit.server.ts';
import * as sync from './sync-audit.server.ts';
import * as view from './view-audit.server.ts';

export const engineFiles = [start, sync, submit, view];
