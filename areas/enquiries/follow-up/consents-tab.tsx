import { useQuery } from '@aangan/web/api/use-query.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Stack, Text } from '@mantine/core';
import { PairTable } from '../enquiry/pair-table.tsx';
import { enquiryWorkContract } from './enquiry-work.contract.ts';
import type { WorkingTabProps } from './working-enquiry.ts';

/** What the family agreed to. What nobody asked counts as no. */
export function ConsentsTab({ enquiry }: WorkingTabProps) {
  const consents = useQuery(enquiryWorkContract.consents, { enquiryId: enquiry.id });
  return (
    <QueryState query={consents}>
      {({ rows, doNotCall }) =>
        rows.length === 0 && !doNotCall ? (
          <EmptyState
            title="Nothing was asked yet"
            help="Without a yes the family gets no messages. Calls about the enquiry are allowed."
          />
        ) : (
          <Stack gap="sm">
            {doNotCall && <Tag tone="warning">Do not call</Tag>}
            <PairTable
              rows={rows.map((row) => [
                <>
                  {row.title}
                  <Text fz="xs" className="quiet">
                    <InstantText at={row.changedAt} />
                  </Text>
                </>,
                <Tag tone={row.allowed ? 'success' : 'danger'}>{row.allowed ? 'Yes' : 'No'}</Tag>,
              ])}
            />
          </Stack>
        )
      }
    </QueryState>
  );
}
