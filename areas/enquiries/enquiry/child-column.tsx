import { type Column, textColumn } from '@aangan/web/table/column.tsx';

/** Whose row it is: the child, and its enquiry's code below. */
export const childColumn = <Row extends { childName: string; enquiryCode: string | null }>(
  minWidth = 190,
): Column<Row> =>
  textColumn('child', 'Child', (row) => row.childName, { minWidth, second: (row) => row.enquiryCode });
