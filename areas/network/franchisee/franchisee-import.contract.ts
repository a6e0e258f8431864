import { choice, decimal, email, integerReference, phone, text } from '@aangan/contract/fields.ts';
import { column, fileImport } from '@aangan/contract/file-import.ts';
import { PINCODE } from '@aangan/contract/india.ts';
import { centreValues, gstin, register } from './franchisee-shapes.ts';

/** Centres from a file, in the order of the template (network.md 2.5). */
export const franchiseeImport = fileImport({
  ...register,
  name: 'franchisee',
  title: 'Centres',
  columns: {
    companyName: column(
      { ...text({ label: 'Company name', max: 120 }), schema: centreValues.companyName },
      'Wakad',
      'centre',
      'centre name',
      'name',
    ),
    model: column(choice({ label: 'Model', options: ['FOFO', 'COCO'] }), 'FOFO'),
    brand: column(integerReference('brand', { label: 'Brand' }), 'Aangan'),
    zone: column(integerReference('zone', { label: 'Zone code' }), 'W', 'zone'),
    city: column(text({ label: 'City', max: 60 }), 'Pune'),
    state: column(text({ label: 'State', max: 60 }), 'Maharashtra'),
    address1: column(text({ label: 'Address', max: 120 }), '1 Main Road', 'address1', 'address line 1'),
    pincode: column(
      text({ label: 'Pincode', max: 6, pattern: PINCODE, patternHelp: 'Six digits, the first not 0' }),
      '411057',
    ),
    lat: column(
      { ...decimal({ label: 'Latitude', digits: 6, optional: true }), schema: centreValues.lat },
      '18.5975',
    ),
    lng: column(
      { ...decimal({ label: 'Longitude', digits: 6, optional: true }), schema: centreValues.lng },
      '73.7898',
    ),
    phone: column(phone({ label: 'Phone', optional: true }), '9820012345'),
    email: column(email({ label: 'E-mail', optional: true }), 'wakad@example.in', 'email'),
    gstin: column({ ...text({ label: 'GSTIN', max: 20, optional: true }), schema: gstin }, '', 'gst no'),
    code: column(text({ label: 'Store code', max: 20, optional: true }), 'WAK', 'store_code', 'centre code'),
  },
  mode: 'ALL_OR_NOTHING',
  maxRows: 5000,
});
