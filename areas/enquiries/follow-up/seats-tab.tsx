import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Stack, Text } from '@mantine/core';
import { PairTable } from '../enquiry/pair-table.tsx';
import { nearText, SeatTag, useClassSeats, WaitingOffer } from '../seats/seat-line.tsx';
import type { WorkingTabProps } from './working-enquiry.ts';

/** What is free here and next door, the wished class first: a counsellor sells with seats. */
export function SeatsTab({ enquiry }: WorkingTabProps) {
  const seats = useClassSeats(enquiry.id);
  return (
    <QueryState query={seats}>
      {({ rows }) => {
        const limited = rows.flatMap((row) => (row.left === null ? [] : [{ ...row, left: row.left }]));
        return limited.length === 0 ? (
          <EmptyState
            title="No limits are set"
            help="Seats of a class are set on the seat board of admissions."
          />
        ) : (
          <PairTable
            rows={limited
              .toSorted((a, b) => Number(b.wished) - Number(a.wished))
              .map((row) => [
                <Stack gap={2}>
                  <Text fz="sm" fw={row.wished ? 600 : 400}>
                    {row.className}
                  </Text>
                  {row.near.length > 0 && (
                    <Text fz="xs" className="quiet">
                      {nearText(row)}
                    </Text>
                  )}
                  {row.wished && row.left === 0 && (
                    <WaitingOffer waiting={row.waiting} enquiryCode={enquiry.enquiryCode} />
                  )}
                </Stack>,
                <SeatTag left={row.left} />,
              ])}
          />
        );
      }}
    </QueryState>
  );
}
