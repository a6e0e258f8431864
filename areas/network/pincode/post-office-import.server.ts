import type { ImportValues } from '@aangan/contract/file-import.ts';
import { serveImport } from '@aangan/server/file-import/serve-import.ts';
import { ensureHeadOffice } from './pincode.server.ts';
import { officeOf, storeOffices } from './post-office-file.server.ts';
import { postOfficeImport } from './post-office-import.contract.ts';

type Row = ImportValues<typeof postOfficeImport.columns>;

export const postOfficeImportHandlers = serveImport(postOfficeImport, {
  allowed: ({ actor }) => ensureHeadOffice(actor),
  check: async (_db, rows) => {
    for (const { values, fault } of rows) {
      const { officeName, pincode, stateName } = values;
      if (officeName === undefined || pincode === undefined || stateName === undefined) continue;
      const office = readOffice({ officeName, pincode, stateName });
      if (typeof office === 'string') fault('stateName', 'This is not a state of India');
    }
  },
  save: (db, rows) =>
    storeOffices(
      db,
      rows.flatMap((row) => {
        const office = readOffice(row);
        return typeof office === 'string' ? [] : [office];
      }),
    ),
  writes: ['pincode', 'pincode_office'],
});

const readOffice = (row: Pick<Row, 'officeName' | 'pincode' | 'stateName'> & Partial<Row>) =>
  officeOf({
    officename: row.officeName,
    pincode: row.pincode,
    statename: row.stateName,
    officetype: row.officeType ?? '',
    delivery: row.delivery ?? '',
    district: row.district ?? '',
    divisionname: row.division ?? '',
    regionname: row.region ?? '',
    circlename: row.circle ?? '',
    latitude: row.latitude ?? '',
    longitude: row.longitude ?? '',
  });
