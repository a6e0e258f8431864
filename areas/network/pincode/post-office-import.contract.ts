import { text } from '@aangan/contract/fields.ts';
import { column, fileImport } from '@aangan/contract/file-import.ts';
import { PINCODE } from '@aangan/contract/india.ts';
import { networkModules } from '../network-modules.ts';

const more = (label: string) => text({ label, max: 300, optional: true });

/** India Post's file of all offices, with its new or its old headings. Rows that are there already are updated. */
export const postOfficeImport = fileImport({
  name: 'post-office',
  title: 'Post offices',
  module: networkModules.pincodes,
  scope: 'network',
  columns: {
    officeName: column(text({ label: 'Office name', max: 300 }), 'Andheri S.O', 'officename'),
    pincode: column(
      text({ label: 'Pincode', max: 6, pattern: PINCODE, patternHelp: 'Six digits, the first not 0' }),
      '400053',
    ),
    stateName: column(text({ label: 'State', max: 300 }), 'MAHARASHTRA', 'statename'),
    officeType: column(more('Office type'), 'S.O', 'officetype'),
    delivery: column(more('Delivery'), 'Delivery', 'deliverystatus'),
    district: column(more('District'), 'MUMBAI', 'districtname'),
    division: column(more('Division'), 'Mumbai', 'divisionname'),
    region: column(more('Region'), 'Mumbai', 'regionname'),
    circle: column(more('Circle'), 'Maharashtra', 'circlename'),
    latitude: column(more('Latitude'), '19.13'),
    longitude: column(more('Longitude'), '72.84'),
  },
  reference: ['pincode', 'officeName'],
  mode: 'VALID_ROWS',
  // All of India: 165,000 offices.
  maxRows: 250_000,
});
