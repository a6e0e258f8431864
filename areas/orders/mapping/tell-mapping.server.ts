import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { kitTypeOfId, type MappedKitType } from '../kit-types.ts';
import { tellApprovers } from '../tell-approvers.server.ts';
import { mappingCodes } from './kit-mapping.states.ts';

const listOf = (kitType: string): string => `/kit-mapping/${kitTypeOfId(kitType as MappedKitType)?.slug}`;

/** Whoever decides next on a version hears of it. */
export const tellMapping = (
  db: Db,
  row: RowIn<'kit_mapping'>,
  decidedBy: string | null = null,
): Promise<void> =>
  tellApprovers(db, {
    code: mappingCodes[row.status],
    franchiseeId: HEAD_OFFICE,
    what: 'Kit mapping',
    no: `${row.name}, version ${row.version_no}`,
    madeBy: row.made_by,
    decidedBy,
    link: listOf(row.kit_type),
    source: { kind: 'kit-mapping', id: row.id },
  });

/** Of several new versions at once one message. */
export async function tellMappings(db: Db, ids: readonly string[]): Promise<void> {
  const [first] = ids;
  if (first === undefined) return;
  const row = await lockRow(db, 'kit_mapping', first);
  if (ids.length === 1) return tellMapping(db, row);
  await tellApprovers(db, {
    code: mappingCodes['PENDING'],
    franchiseeId: HEAD_OFFICE,
    what: 'Kit mappings:',
    no: `${ids.length} versions`,
    madeBy: row.made_by,
    link: listOf(row.kit_type),
    source: { kind: 'kit-mapping', id: row.id },
  });
}
