import type { RowIn } from '@aangan/server/work/status-step.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';

/** The section, locked until the transaction ends: whoever counts its children or numbers them does it alone. */
export const lockSection = (db: Db, id: string): Promise<RowIn<'section'>> => lockRow(db, 'section', id);
