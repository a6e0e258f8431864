import { type Column, textColumn } from '@aangan/web/table/column.tsx';
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** Whose row it is: the child, and its enquiry's code below. */
export const childColumn = <Row extends { childName: string; enquiryCode: string | null }>(
  minWidth = 190,
): Column<Row> =>
  textColumn('child', 'Child', (row) => row.childName, { minWidth, second: (row) => row.enquiryCode });

/** The same in a short table: the name leads to the enquiry. */
export const childLinkColumn = <Row extends { childName: string; enquiryCode: string }>(
  second?: (row: Row) => ReactNode,
): Column<Row> =>
  textColumn(
    'child',
    'Child',
    (row) => (
      <Anchor component={Link} to={`/forms/edit/${row.enquiryCode}`} fz="sm">
        {row.childName}
      </Anchor>
    ),
    { second },
  );
